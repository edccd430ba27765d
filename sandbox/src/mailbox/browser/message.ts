/** The HTML part is shown at its whole height, so that the page scrolls and the frame does not. */
const frame = document.querySelector<HTMLIFrameElement>('iframe.html-part');

function fit(): void {
  const content = frame?.contentDocument?.documentElement;
  if (frame === null || !content) return;
  // A document is never shorter than its frame, so it is measured in a small one.
  frame.style.height = '0';
  frame.style.height = `${content.scrollHeight + 2}px`;
}

frame?.addEventListener('load', fit);
window.addEventListener('resize', fit);
fit();
