import { expect, test } from 'vitest';
import { scenes } from '../../scenes.ts';
import { trayView } from './tray-view.ts';

const offered = (scene: string) =>
  trayView(scenes[scene])
    .items.filter(({ enabled }) => enabled)
    .map(({ id }) => id);

test('says protected only while a tunnel stands', () => {
  for (const [name, snapshot] of Object.entries(scenes))
    expect([name, trayView(snapshot).look === 'safe']).toEqual([
      name,
      snapshot?.tunnel.state === 'connected',
    ]);
});

test('offers what can be done now', () => {
  expect(offered('disconnected')).toEqual(['connect', 'show', 'quit']);
  expect(offered('connecting')).toEqual(['disconnect', 'show', 'quit']);
  expect(offered('connected')).toEqual(['disconnect', 'show', 'quit']);
  expect(offered('disconnecting')).toEqual(['show', 'quit']);
  expect(offered('blocked')).toEqual(['connect', 'disconnect', 'show', 'quit']);
  expect(offered('locked-down')).toEqual(['connect', 'show', 'quit']);
  expect(offered('away')).toEqual(['show', 'quit']);
});
