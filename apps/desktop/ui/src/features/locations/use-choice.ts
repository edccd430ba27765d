import { failureText } from '@comet/texts/desktop';
import type { Snapshot } from '@comet/tunnel-protocol';
import { useEffect, useState } from 'react';
import { useDaemon } from '../../platform/daemon/index.ts';
import { useNavigation } from '../navigation/index.ts';

/** What a place is chosen for: to go there, or to find it again. */
export function useChoice({ tunnel }: Snapshot) {
  const daemon = useDaemon();
  const { home } = useNavigation();
  const [refused, setRefused] = useState<string | null>(null);
  const [isMoving, setMoving] = useState(false);
  // A connection is followed on home, from when it begins: a refusal that comes before is read here.
  useEffect(() => {
    if (isMoving && tunnel.state === 'connecting') home();
  }, [isMoving, tunnel.state, home]);

  async function choose(location: string): Promise<void> {
    setRefused(null);
    const moving = tunnel.state !== 'disconnected';
    setMoving(moving);
    const done = await (moving
      ? daemon.ask('connect', { location })
      : daemon.ask('server.set', { server: location }));
    setMoving(false);
    if (done.ok) home();
    else setRefused(failureText(done.error.error, done.error.detail));
  }

  async function mark(location: string, on: boolean): Promise<void> {
    const done = await daemon.ask('favourite.set', { location, on });
    if (!done.ok) setRefused(failureText(done.error.error, done.error.detail));
  }

  return {
    choose: (location: string) => void choose(location),
    mark: (location: string, on: boolean) => void mark(location, on),
    refused,
  };
}
