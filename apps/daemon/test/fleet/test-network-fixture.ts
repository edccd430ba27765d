import { afterAll, beforeAll, beforeEach } from 'vitest';
import { TestNetwork } from './test-network.ts';

/** A network for the tests of one file, without a daemon at first. */
export function bareTestNetwork(): TestNetwork {
  const network = new TestNetwork();
  beforeAll(() => network.open());
  afterAll(() => network.close());
  return network;
}

/** A network for the tests of one file, with a daemon that the customer is signed in to. */
export function signedInTestNetwork(): TestNetwork {
  const network = bareTestNetwork();
  beforeAll(async () => {
    await network.startDaemon();
    await network.logIn();
  });
  return network;
}

/** The same; each test begins with a new, disconnected daemon. */
export function restartedTestNetwork(): TestNetwork {
  const network = signedInTestNetwork();
  beforeEach(async () => {
    await network.endDaemon('SIGTERM');
    await network.startDaemon();
  });
  return network;
}
