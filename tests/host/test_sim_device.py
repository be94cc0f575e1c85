"""The simulated chips under the firmware, each by itself in MicroPython: what wires, registers and clocks do."""

import pytest
from on_chips import run


@pytest.mark.parametrize(
    ("broken", "read"),
    [
        (0, "list(range(50, 68)) + [1, 2]"),
        (1, "[255] * 20"),
        (2, "[50] + [255] * 19"),
        (18, "list(range(50, 67)) + [255] * 3"),
    ],
)
def test_a_chain_is_read_from_its_near_end_up_to_where_it_is_broken(broken, read):
    run(f"""
        chain, load = SPI(0, polarity=1, phase=0), Pin(5, Pin.OUT, value=1)
        inputs[channel.SENSORS:channel.SENSORS + 19] = bytes(list(range(50, 68)) + [{broken}])
        load.off()
        load.on()
        inputs[channel.SENSORS:channel.SENSORS + 18] = bytes(18)
        received = bytearray(20)
        chain.write_readinto(bytes(range(1, 21)), received)
        assert list(received) == {read}, list(received)
    """)


def test_a_chain_that_is_kept_loading_shows_its_last_input_and_another_mode_of_the_bus_is_refused():
    run("""
        load, received = Pin(5, Pin.OUT, value=1), bytearray(2)
        for near, shown in ((0x7F, 0), (0x80, 255)):
            inputs[channel.SENSORS] = near
            load(0)
            SPI(0, polarity=1, phase=0).write_readinto(bytes(2), received)
            assert received == bytes([shown, shown])
        refuses(ValueError, SPI, 0, polarity=0, phase=0)
        refuses(ValueError, SPI, 1, polarity=1, phase=0)
    """)


def test_a_converter_reads_the_multiplexer_and_channel_that_are_selected():
    run("""
        for at in range(256):
            chips._noise[at] = 128
        value = lambda mux, channel: 16 * (300 + 37 * mux + 11 * channel)
        def put(place, sixteenths):
            inputs[place:place + 2] = bytes([sixteenths & 255, sixteenths >> 8])
        for mux in range(4):
            for number in range(16):
                put(channel.SENSORS + 2 * (16 * mux + number), value(mux, number))
        put(channel.IDENTITY, 16 * 2000)
        put(channel.SUPPLY_THIRD, 16 * 1400)
        selects = [Pin(number, Pin.OUT) for number in (6, 7, 8, 9)]
        off_a, off_b, feed = Pin(10, Pin.OUT), Pin(11, Pin.OUT), Pin(19, Pin.OUT)
        read = lambda number: ADC(Pin(26 + number)).read_u16() >> 4
        for number in range(16):
            for bit, pin in enumerate(selects):
                pin(number >> bit & 1)
            for fed in (0, 1):
                feed(fed)
                seen = lambda mux: converter.convert(value(mux, number)) if fed or number in (0, 15) else 0
                off_a(0), off_b(1)
                assert [read(each) for each in range(3)] == [seen(0), seen(1), seen(2)], (number, fed)
                off_a(1), off_b(0)
                assert [read(each) for each in range(3)] == [0, 0, seen(3)], (number, fed)
                off_a(0), off_b(0)
                assert read(2) == 0, "two outputs against each other"
                off_a(1), off_b(1)
                assert read(2) == converter.convert(16 * 2000), "the surface's resistor"
            assert read(3) == converter.convert(16 * 1400)
        put(channel.SUPPLY_THIRD, 65535)
        assert ADC(3).read_u16() == 65535
        put(channel.SUPPLY_THIRD, 0)
        assert ADC(29).read_u16() == 0
    """)


def test_noise_is_that_of_converter_and_sensor_and_lasts_within_a_burst():
    run("""
        chips.make_noise(7)
        mean = sum(chips._noise) / 256
        deviation = (sum((each - mean) ** 2 for each in chips._noise) / 256) ** 0.5
        assert 125 < mean < 131 and 17 < deviation < 21.5, (mean, deviation)
        middle = 16 * 1000
        inputs[channel.SUPPLY_THIRD:channel.SUPPLY_THIRD + 2] = bytes([middle & 255, middle >> 8])
        codes = [(ADC(3).read_u16() >> 4) - converter.convert(middle) for _ in range(4000)]
        mean = sum(codes) / 4000
        square = sum((each - mean) ** 2 for each in codes) / 4000
        beside = sum((codes[at] - mean) * (codes[at + 1] - mean) for at in range(3999)) / 4000
        assert -0.5 < mean < 0.3 and 1.0 < square ** 0.5 < 1.4, (mean, square)
        assert 0.17 < beside / square < 0.37, beside / square
        chips.make_noise(7)
        assert [(ADC(3).read_u16() >> 4) - converter.convert(middle) for _ in range(50)] != codes[50:100]
    """)


def test_lamps_shine_while_they_are_fed_and_the_last_one_passes_on_what_is_left():
    run("""
        supply, strip = Pin(22, Pin.OUT), outputs[channel.STRIP:]
        lamps, dma = _rp2.StateMachine(0, freq=8000000, out_base=20), _rp2.DMA()
        refuses(ValueError, _rp2.StateMachine, 0, freq=5999999, out_base=20)
        refuses(ValueError, _rp2.StateMachine, 0, freq=8000000)
        lit = lambda: bytes(outputs[channel.STRIP:channel.STRIP + 4])
        send = lambda: dma.config(read=b"\\x01\\x02\\x03\\x04", write=lamps, count=3, trigger=True)
        supply(1)
        send()
        assert lit() == bytes(4) and dma.active(), "the program does not run"
        time.sleep_us(40)
        lamps.active(1)
        dma.config(read=b"1234", write=lamps, count=3)
        assert lit() == bytes(4) and not dma.active()
        send()
        assert lit() == b"\\x01\\x02\\x03\\x00" and dma.active()
        assert machine.mem32[0x400140F0] == 0
        time.sleep_us(40)
        assert not dma.active()
        supply(0)
        assert lit() == bytes(4)
        send()
        assert lit() == bytes(4)
        supply(1)
        inputs[channel.SUPPLIES] = 2
        send()
        assert machine.mem32[0x400140F0] == 0x80
        machine.mem32[0x400140F0] = 0x80
        assert machine.mem32[0x400140F0] == 0
        dma.config(read=bytes([9]) * 999, write=lamps, count=999, trigger=True)
        assert set(outputs[channel.STRIP:]) == {9} and len(outputs) == channel.STRIP + 480
        dma.close()
        assert not dma.active()
    """)


def test_pins_tell_of_buttons_and_supplies_and_keep_what_they_put_out():
    run("""
        inputs[channel.BUTTONS], inputs[channel.SUPPLIES] = 0b0101, 1
        buttons = [Pin(number, Pin.IN, Pin.PULL_UP) for number in (14, 15, 16, 17)]
        assert [button() for button in buttons] == [0, 1, 0, 1]
        assert Pin(21, Pin.IN)() == 1
        inputs[channel.SUPPLIES] = 2
        assert Pin(21, Pin.IN)() == 0
        assert (Pin(2, Pin.IN)(), Pin(2, Pin.IN, Pin.PULL_UP)(), Pin(2, Pin.IN, Pin.PULL_DOWN)()) == (1, 1, 0)
        out = Pin(13, Pin.OUT, value=1)
        assert out() == 1 == outputs[channel.PINS + 13]
        out.off()
        assert out() == 0 == outputs[channel.PINS + 13]
        out.init(Pin.OUT, value=1)
        assert out.value() == 1
        horn = PWM(Pin(18), freq=880, duty_u16=0x1234)
        assert list(outputs[channel.PIEZO:channel.PIEZO + 4]) == [880 & 255, 880 >> 8, 0x34, 0x12]
        horn.deinit()
        assert list(outputs[channel.PIEZO:channel.PIEZO + 4]) == [880 & 255, 880 >> 8, 0, 0]
    """)


def test_the_bus_has_the_chips_that_are_plugged_in_and_is_silent_while_one_burns_a_page():
    run("""
        bus = I2C(0)
        assert bus.scan() == []
        refuses(OSError, bus.readfrom_mem_into, 80, 0, bytearray(4), addrsize=16)
        refuses(OSError, bus.writeto, 60, b"x")
        file, heard = Memory(4096), []
        chips.memory[0] = eeprom.Eeprom(file, time.now_us)
        chips.display[0] = type("Display", (), {"write": lambda self, content: heard.append(content)})()
        bus = I2C(0, timeout=10000)
        assert bus.scan() == [60, 80]
        before = time.now_us()
        bus.writeto(60, bytes(9))
        assert heard == [bytes(9)] and 230 <= time.now_us() - before < 240, "23 us a byte"
        assert refuses(OSError, bus.writeto, 61, b"x") == (5,)
        bus.writeto_mem(80, 4096 + 30, b"abcd", addrsize=16)
        assert file.content[30:32] == b"ab" and file.content[0:2] == b"cd", "it goes on at the page's beginning"
        read = bytearray(2)
        assert refuses(OSError, bus.readfrom_mem_into, 80, 0, read, addrsize=16) == (5,)
        assert refuses(OSError, bus.writeto_mem, 80, 64, b"later", addrsize=16) == (5,)
        assert bus.scan() == [60] and file.content[64:69] == bytes(5)
        time.sleep_us(4900)
        assert bus.scan() == [60]
        time.sleep_us(100)
        assert bus.scan() == [60, 80]
        bus.readfrom_mem_into(80, 30, read, addrsize=16)
        assert read == b"ab"
        refuses(OSError, bus.readfrom_mem_into, 80, 30, read)
        longest = 10000 // 23 - 4
        bus.readfrom_mem_into(80, 0, bytearray(longest), addrsize=16)
        assert refuses(OSError, bus.readfrom_mem_into, 80, 0, bytearray(longest + 1), addrsize=16) == (110,)
    """)


def test_a_watchdog_bites_at_the_first_sleep_after_its_time_and_a_word_outlives_it():
    run("""
        dog = WDT(timeout=50)
        time.sleep_ms(49)
        time.sleep_ms(0)
        assert said == [(channel.SLEEP, 49000), (channel.SLEEP, 0)]
        dog.feed()
        time.sleep_ms(51)
        said.clear()
        machine.mem32[0x4005800C] = 77
        time.sleep_ms(5)
        assert said[0][0] == channel.RESET and said[1] == (channel.SLEEP, 5000)
        assert channel.scratch[0] == machine.mem32[0x4005800C] == 77
        dog.feed()
        machine.mem32[0x4005B000] = 1 << 29
        machine.mem32[0x4005B000] = 1 << 30
        said.clear()
        time.sleep_ms(5000)
        time.sleep_ms(1)
        assert [kind for kind, _ in said] == [channel.SLEEP] * 2, "it is switched off"
        machine.reset()
        assert said[-1] == (channel.RESET, 0) and machine.freq() == 125000000
    """)


def test_a_busy_pc_s_own_delay_does_not_count_for_the_watchdog():
    run("""
        class Clock:
            now_us = 0
            def ticks_us(self):
                return self.now_us
            def sleep_us(self, us):
                self.now_us += us
        clock = time.utime = Clock()
        channel.exchange = lambda kind, now_us, wait_us: said.append(kind) or clock.sleep_us(wait_us)
        time.set_clock(False, 5)
        assert time.now_us() == 5
        time.sleep_us(1000)
        assert clock.now_us == 0, "a PC cannot sleep for less"
        time.sleep_us(1001)
        assert clock.now_us == 1001
        dog = WDT(timeout=600)
        time.sleep_ms(20)
        clock.sleep_us(900000)
        time.sleep_ms(1)
        assert said == [channel.SLEEP] * 2, "the PC did something else for 0.9 s, of which 0.4 are forgiven"
        clock.sleep_us(100000)
        time.sleep_ms(1)
        assert channel.RESET in said
        dog.feed()
        said.clear()
        channel.exchange = lambda kind, now_us, wait_us: said.append(kind) or clock.sleep_us(wait_us + 900000)
        time.sleep_ms(100)
        time.sleep_ms(100)
        assert said == [channel.SLEEP, channel.SLEEP], "it was late to wake up"
    """)


def test_virtual_time_moves_by_sleeping_and_wraps_as_a_pico_s():
    run("""
        assert time.now_us() == 1 and time.now_us() == 2, "whoever only looks at the clock comes to an end"
        time.sleep_us(1000)
        time.sleep_us(-5)
        assert time.now_us() == 1003
        time.sleep_ms(-1)
        time.sleep(1.5)
        assert 1501000 <= time.now_us() < 1501010 and said[-1] == (channel.SLEEP, 1500000)
        assert 1609459201 == time.time() and time.gmtime()[:4] == (2021, 1, 1, 0)
        assert time.time_ns() // 1000000 == 1609459201501
        time.set_clock(True, (1 << 30) - 2)
        first = time.ticks_us()
        assert first == (1 << 30) - 1 and time.ticks_us() == 0 and time.ticks_diff(5, first) == 6
        assert time.ticks_add(first, 3) == 2 and time.ticks_diff(first, 5) == -6
        assert time.ticks_ms() == (1 << 30) // 1000
        time.set_clock(True, 1000 * (1 << 30))
        assert time.ticks_ms() == 0
    """)


def test_a_flash_keeps_blocks_takes_its_time_and_stops_in_the_midst_of_a_cut():
    run("""
        file = Memory(4 * 4096)
        flash_file.open = lambda path, mode: file
        flash = flash_file.FlashFile("flash")
        assert (flash.ioctl(4, 0), flash.ioctl(5, 0), flash.is_blank()) == (4, 4096, False)
        for block in (0, 1):
            begun = time.now_us()
            assert flash.ioctl(6, block) == 0
            assert 45000 <= time.now_us() - begun < 45010
        assert flash.is_blank() and file.content[8192] == 0 and (flash.erases, flash.programs) == (2, 0)
        begun, read = time.now_us(), bytearray(3)
        flash.writeblocks(1, b"x" * 257, 256)
        assert flash.programs == 2 and 800 <= time.now_us() - begun < 810
        flash.readblocks(1, read, 511)
        assert read == b"xx\\xff"
        flash.writeblocks(3, b"y" * 256)
        assert (flash.erases, flash.programs) == (3, 3) and file.content[3 * 4096 + 255:3 * 4096 + 257] == b"y\\xff"
        file.content[:] = bytes(4 * 4096)
        flash = flash_file.FlashFile("flash", 1)
        flash.writeblocks(0, b"a" * 8, 0)
        assert said == []
        flash.writeblocks(0, b"b" * 8, 0)
        assert said[0][0] == channel.FLASH_CUT and file.content[:8] == b"b" * 8
    """)
