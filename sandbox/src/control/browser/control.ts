/** Buttons and forms of the control page: each posts its JSON, and the page shows the result. */
const note = document.getElementById('note');

async function send(path: string, body: object): Promise<void> {
  const reply = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (reply.ok) {
    location.reload();
    return;
  }
  const { error } = (await reply.json()) as { error?: string };
  if (note !== null) note.textContent = error ?? 'That did not work.';
}

for (const button of document.querySelectorAll<HTMLElement>('button[data-post]')) {
  button.addEventListener('click', () => {
    const body = JSON.parse(button.dataset['body'] ?? '{}') as object;
    void send(button.dataset['post'] ?? '', body);
  });
}

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-post]')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const body = Object.fromEntries(
      [...new FormData(form)].flatMap(([name, value]) =>
        value === ''
          ? []
          : [[name, typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value]],
      ),
    );
    void send(form.dataset['post'] ?? '', body);
  });
}
