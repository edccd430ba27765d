/** The frame has the full height of the HTML part, so that only the page scrolls. */
const frame = document.querySelector<HTMLIFrameElement>('iframe.html-part');

function fit(): void {
  const content = frame?.contentDocument?.documentElement;
  if (frame === null || !content) return;
  // A document is never shorter than its frame, so it is measured in a small frame.
  frame.style.height = '0';
  frame.style.height = `${content.scrollHeight + 2}px`;
}

const form = document.querySelector<HTMLFormElement>('form#reply');

async function sendReply(): Promise<void> {
  const text = form?.querySelector('textarea')?.value ?? '';
  const response = await fetch(form?.dataset['to'] ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  });
  const output = form?.querySelector('output');
  if (output) output.textContent = response.ok ? 'Sent.' : 'The mail server did not take it.';
  if (response.ok) form?.reset();
}

form?.addEventListener('submit', (event) => {
  event.preventDefault();
  void sendReply();
});
frame?.addEventListener('load', fit);
window.addEventListener('resize', fit);
fit();
