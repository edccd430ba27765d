import type { CheckoutData, CheckoutEventName, FrameMessage, PaymentResult } from './checkout-data.ts';

/** The hosted checkout: card form, payment, and messages to the framing page. */
const start = JSON.parse(byId('start').textContent) as {
  data: CheckoutData;
  origin: string | null;
  returned: 'approved' | 'canceled' | null;
};
const form = byId('card-form') as HTMLFormElement;
const challenge = byId('challenge');
const done = byId('done');
const alertText = byId('alert');
const pay = byId('pay') as HTMLButtonElement;
const paypal = byId('paypal') as HTMLButtonElement;
const fields = ['email', 'number', 'expiry', 'cvc', 'name'] as const;
let data = start.data;
let attemptId: string | null = null;

function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`The checkout has no #${id}`);
  return element;
}

function input(name: string): HTMLInputElement | null {
  const found = form.elements.namedItem(name);
  return found instanceof HTMLInputElement ? found : null;
}

function postToParent(message: FrameMessage): void {
  if (start.origin !== null && window.parent !== window) window.parent.postMessage(message, start.origin);
}

function postCheckoutEvent(name: CheckoutEventName): void {
  postToParent({ source: 'paddle-checkout', name, data });
}

async function post(path: string, body: object): Promise<PaymentResult> {
  try {
    const reply = await fetch(`/paddle/checkout/${data.transaction_id}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await reply.json()) as PaymentResult;
  } catch {
    return { kind: 'unavailable', message: 'The checkout could not be reached. Try again.' };
  }
}

function show(panel: HTMLElement): void {
  for (const each of [form, challenge, done]) each.hidden = each !== panel;
}

function busy(yes: boolean): void {
  pay.disabled = yes;
  paypal.disabled = yes;
  form.setAttribute('aria-busy', String(yes));
  for (const button of challenge.querySelectorAll('button')) button.disabled = yes;
}

function showProblems(problem: Readonly<Record<string, string | null>>): void {
  let first: HTMLInputElement | null = null;
  for (const name of fields) {
    const text = problem[name] ?? '';
    const field = input(name);
    if (field === null) continue;
    byId(`${name}-problem`).textContent = text;
    field.setAttribute('aria-invalid', String(text !== ''));
    if (text !== '') first ??= field;
  }
  first?.focus();
}

function showResult(result: PaymentResult): void {
  if ('data' in result) data = result.data;
  alertText.textContent = '';
  switch (result.kind) {
    case 'invalid':
      showProblems(result.problem);
      break;
    case 'declined':
      show(form);
      alertText.textContent = result.message;
      postCheckoutEvent('checkout.payment.failed');
      input('number')?.focus();
      break;
    case 'challenge':
      attemptId = result.attempt_id;
      show(challenge);
      byId('confirm').focus();
      break;
    case 'redirect': {
      // The simulated PayPal page returns to this checkout in the same presentation.
      const address = new URL(result.url);
      address.search = location.search;
      location.assign(address);
      break;
    }
    case 'unavailable':
      show(form);
      alertText.textContent = result.message;
      break;
    case 'completed':
      show(done);
      byId('done-title').focus();
      postCheckoutEvent('checkout.completed');
      break;
  }
  reportHeight();
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  if (pay.disabled) return;
  showProblems({});
  busy(true);
  postCheckoutEvent('checkout.payment.initiated');
  const body = Object.fromEntries(fields.map((name) => [name, input(name)?.value ?? '']));
  void post('pay', body)
    .then(showResult)
    .finally(() => busy(false));
});

paypal.addEventListener('click', () => {
  if (paypal.disabled) return;
  showProblems({});
  busy(true);
  postCheckoutEvent('checkout.payment.initiated');
  void post('paypal', { email: input('email')?.value ?? '' })
    .then(showResult)
    .finally(() => busy(false));
});

function authenticate(confirmed: boolean): void {
  busy(true);
  void post('authenticate', { attempt_id: attemptId, confirmed })
    .then(showResult)
    .finally(() => busy(false));
}

byId('confirm').addEventListener('click', () => authenticate(true));
byId('refuse').addEventListener('click', () => authenticate(false));

function close(): void {
  postCheckoutEvent('checkout.closed');
}
for (const button of document.querySelectorAll('[data-close]')) button.addEventListener('click', close);

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && document.documentElement.dataset['mode'] === 'overlay') close();
  if (event.key === 'Tab' && document.documentElement.dataset['mode'] === 'overlay') keepFocus(event);
});

/** Traps the focus in an overlay: after the last control comes the first. */
function keepFocus(event: KeyboardEvent): void {
  const controls = [...document.querySelectorAll<HTMLElement>('button, input, summary, a[href]')].filter(
    (control) => control.offsetParent !== null && !control.matches(':disabled'),
  );
  const edge = event.shiftKey ? controls[0] : controls.at(-1);
  if (document.activeElement !== edge) return;
  event.preventDefault();
  (event.shiftKey ? controls.at(-1) : controls[0])?.focus();
}

/** Formats a field while typing (groups of four digits, slash of the expiry) and keeps the caret's position. */
function format(field: HTMLInputElement, pretty: (digits: string) => string): void {
  field.addEventListener('input', () => {
    const caret = field.selectionStart ?? field.value.length;
    const digitsBefore = field.value.slice(0, caret).replaceAll(/\D/g, '').length;
    const digits = field.value.replaceAll(/\D/g, '');
    field.value = pretty(digits);
    let position = 0;
    for (let seen = 0; position < field.value.length && seen < digitsBefore; position += 1) {
      if (/\d/.test(field.value.charAt(position))) seen += 1;
    }
    if (digitsBefore === digits.length) position = field.value.length;
    field.setSelectionRange(position, position);
  });
}

const numberField = input('number');
const expiryField = input('expiry');
if (numberField) format(numberField, (digits) => digits.slice(0, 19).replaceAll(/(\d{4})(?=\d)/g, '$1 '));
if (expiryField) {
  format(expiryField, (digits) =>
    digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2, 4)}` : digits,
  );
}

for (const button of document.querySelectorAll<HTMLElement>('[data-card]')) {
  button.addEventListener('click', () => {
    const values = { number: button.dataset['card'] ?? '', expiry: '04/30', cvc: '123', name: 'Test Person' };
    for (const [name, value] of Object.entries(values)) {
      const field = input(name);
      if (field !== null) field.value = value;
    }
    showProblems({});
    pay.focus();
  });
}

function reportHeight(): void {
  postToParent({
    source: 'paddle-checkout',
    name: 'frame.height',
    height: document.documentElement.scrollHeight,
  });
}

/** After the return from PayPal, only the result is sent to the framing page. */
switch (start.returned) {
  case 'approved':
    postCheckoutEvent('checkout.completed');
    byId('done-title').focus();
    break;
  case 'canceled':
    postCheckoutEvent('checkout.payment.failed');
    alertText.textContent = 'You left PayPal without paying. Nothing was charged.';
    break;
  case null:
    postCheckoutEvent('checkout.loaded');
    postCheckoutEvent('checkout.payment.selected');
}
reportHeight();
busy(false);

/** Focuses the first empty field, also if the framing page moves the focus into the frame later. */
function focusFirst(): void {
  const inside = document.activeElement !== null && document.activeElement !== document.body;
  const empty = fields.map(input).find((field) => field !== null && field.value === '');
  if (!form.hidden && !inside) empty?.focus({ preventScroll: true });
}
window.addEventListener('focus', focusFirst);
for (const touch of ['keydown', 'pointerdown']) {
  window.addEventListener(touch, () => window.removeEventListener('focus', focusFirst), { once: true });
}
focusFirst();
