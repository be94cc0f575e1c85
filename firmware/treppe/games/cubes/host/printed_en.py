"""What Cubes' cards and discs say, in English; see `treppe/games/host/printed.py`."""

BACK = "CUBES"
WORDS = {
    "F1": ("Shift", "a white stone one field forward"),
    "B1": ("Shift", "a white stone one field back"),
    "L1": ("Shift", "a white stone one field to the left"),
    "R1": ("Shift", "a white stone one field to the right"),
    "F2": ("Shift by two", "a white stone two fields forward"),
    "B2": ("Shift by two", "a white stone two fields back"),
    "L2": ("Shift by two", "a white stone two fields to the left"),
    "R2": ("Shift by two", "a white stone two fields to the right"),
    "<": ("Change of dependency", "Everybody gives his card to his left neighbour"),
    ">": ("Change of dependency", "Everybody gives his card to his right neighbour"),
    "*": ("Change of dependency", "Swap the cards of any two players"),
    "depends": ("Dependency", "Stones of this colour count for you as if they were white"),
    "overview": ("Your turn", "2 action points; 3 if your active stones add up to 10 or more. Each buys one of these:"),
    "overview 1": ("Place", "a stone of yours where its number is right"),
    "overview 2": ("Take up", "a stone of yours, active or not"),
    "overview 3": ("Play a card", "shift a white stone, or change dependencies; draw a new card"),
    "overview 4": ("Exchange", "any number of your cards"),
    "overview after": ("After every action", "turn stones over that have changed; who has five active?"),
    "example": ("Active?", "White stones and stones of the colour you depend on, in the eight fields around: here 4."),
    "point": ("", ""),
}
