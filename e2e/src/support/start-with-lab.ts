import { startTheService } from './start-stack.ts';

export default () => startTheService();
