"use strict";
/* Follows a stream of frames: `#lost` is shown while it is gone; a browser whose invitation has ended goes to the page of invitations. */
function followStream(address, take) {
  const AGAIN_MS = 3000;
  const lost = document.getElementById("lost");
  const stream = new EventSource(address);
  stream.onmessage = ({ data }) => take(JSON.parse(data));
  stream.onopen = () => (lost.hidden = true);
  stream.onerror = async () => {
    lost.hidden = false;
    if (stream.readyState !== EventSource.CLOSED) return; // the browser itself tries again
    const answer = await fetch(location.pathname).catch(() => null);
    if (answer?.status === 401) location.replace("/enter");
    else setTimeout(() => followStream(address, take), AGAIN_MS);
  };
}
