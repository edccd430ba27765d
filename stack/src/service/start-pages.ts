import { nodeEnvironment } from '../repository.ts';
import { node, service } from './node-service.ts';
import { answersOk } from './probes.ts';
import type { Supervisor } from './supervisor.ts';

/** Starts the server of built pages: `program` is given their folder and where the API is, and `more`. */
export function startPages(
  supervisor: Supervisor,
  pages: {
    readonly name: string;
    readonly program: string;
    readonly folder: string;
    readonly port: number;
    /** Where they answer then. */
    readonly address: string;
    readonly api: string;
    readonly more: Readonly<Record<string, string>>;
  },
): Promise<void> {
  const { name, address } = pages;
  const environment = {
    ...nodeEnvironment,
    HOST: '127.0.0.1',
    PORT: String(pages.port),
    SITE_FOLDER: pages.folder,
    API_URL: pages.api,
    ...pages.more,
  };
  const spawn = service(node(pages.program), environment);
  return supervisor.start({ name, onDeath: 'start again', spawn, ready: () => answersOk(address) });
}
