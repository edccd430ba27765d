import { startTheService } from './start-the-service.ts';

export default () => startTheService();
