export { servePostQuantumPsk } from './serve-post-quantum-psk.ts';
