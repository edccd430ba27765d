export { followSwitch } from './follow-switch.ts';
export { type ForwardedPortsFile, forwardedPortsFile } from './forwarded-ports.store.ts';
export { createPortForwarding, type PortForwarding } from './port-forwarding.ts';
export { type ForwardingRefusal, forwardingRefusals } from './reply-to.ts';
export { servePortMapping } from './serve-port-mapping.ts';
