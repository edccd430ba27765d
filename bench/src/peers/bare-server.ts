import { createServer } from 'node:http';

/** A minimal Node server with a constant response. Prints a line when it listens. */
createServer((_, response) => response.end('here\n')).listen(0, '127.0.0.1', () => console.log('ready'));
