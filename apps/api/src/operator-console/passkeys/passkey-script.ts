import { createHash } from 'node:crypto';

/**
 * The console's only script: it creates and uses passkeys (WebAuthn §5.1) for forms that contain the options, and submits the result as
 * their fields. It sends no requests and inserts no HTML. Without it, the forms stay hidden.
 */
export const passkeyScript = `'use strict';
const decode = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
const encode = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
const described = (list) => list.map((one) => ({ ...one, id: decode(one.id) }));

async function create({ user, excludeCredentials, ...options }) {
  const publicKey = {
    ...options,
    challenge: decode(options.challenge),
    user: { ...user, id: decode(user.id) },
    excludeCredentials: described(excludeCredentials),
  };
  const { rawId, response } = await navigator.credentials.create({ publicKey });
  return {
    credential_id: encode(rawId),
    client_data: encode(response.clientDataJSON),
    attestation: encode(response.attestationObject),
    transports: response.getTransports?.().join(' ') ?? '',
  };
}

async function use({ allowCredentials, ...options }) {
  const publicKey = { ...options, challenge: decode(options.challenge), allowCredentials: described(allowCredentials) };
  const { rawId, response } = await navigator.credentials.get({ publicKey });
  return {
    credential_id: encode(rawId),
    client_data: encode(response.clientDataJSON),
    authenticator_data: encode(response.authenticatorData),
    signature: encode(response.signature),
    user_handle: response.userHandle === null ? '' : encode(response.userHandle),
  };
}

if ('PublicKeyCredential' in window) {
  for (const hint of document.querySelectorAll('[data-without-passkeys]')) hint.hidden = true;
  for (const form of document.querySelectorAll('form[data-passkey]')) {
    const failed = form.querySelector('[data-failed]');
    form.hidden = false;
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      failed.hidden = true;
      try {
        const run = form.dataset.passkey === 'create' ? create : use;
        const fields = await run(JSON.parse(form.dataset.options));
        for (const [name, value] of Object.entries(fields)) form.elements[name].value = value;
        form.submit();
      } catch {
        failed.hidden = false;
      }
    });
  }
}
`;

/** Its address changes with its content. */
export const passkeyScriptPath = `/ops/assets/passkeys-${createHash('sha256').update(passkeyScript).digest('hex').slice(0, 12)}.js`;
