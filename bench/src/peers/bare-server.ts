import { createServer } from 'node:http';

/** The least that serves: a Node process that answers every request alike. Says when it listens. */
createServer((_, answer) => answer.end('here\n')).listen(0, '127.0.0.1', () => console.log('ready'));
