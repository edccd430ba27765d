export { PaddleError } from './paddle/api/paddle-error.ts';
export { type InMemoryPaddle, createInMemoryPaddle } from './paddle/in-memory-paddle.ts';
export { type SignedWebhook, signedWebhook } from './paddle/webhooks/signed-webhook.ts';
export { type Sandbox, type SandboxOptions, startSandbox } from './sandbox.ts';
