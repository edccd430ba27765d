import { createRouter } from './platform/router/index.ts';
import { waysIn } from './routes/ways-in.ts';

const users = async () => (await import('./routes/users.ts')).users;

export const router = createRouter({ table: waysIn, below: { '/dash': users, '/payment': users } });
