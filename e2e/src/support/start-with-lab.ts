import { startStack } from './start-stack.ts';

export default () => startStack();
