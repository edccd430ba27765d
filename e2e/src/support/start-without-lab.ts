import { startTheService } from './start-stack.ts';

export default () => startTheService('--no-lab');
