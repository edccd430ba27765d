import { instructionTexts, wireguardFileTexts } from '@comet/texts';
import { siteDownloadTexts, siteHomeTexts } from '@comet/texts/site';
import { expect, test } from 'vitest';

const { elsewhere } = siteDownloadTexts;

test.each(['ios', 'android', 'windows', 'macos'] as const)(
  'the first step for %s equals that of the dashboard for a config',
  (platform) => {
    expect(elsewhere[platform].steps[0]).toBe(instructionTexts.wireguard[platform][0]);
  },
);

test('every platform has three steps, and those for phones use the QR code that their app scans', () => {
  const { heading: _heading, explanation: _explanation, buttonOf: _button, ...rest } = elsewhere;
  for (const platform of Object.values(rest)) {
    if (typeof platform !== 'string') expect(platform.steps).toHaveLength(3);
  }
  expect(wireguardFileTexts.showQr).toBe('QR code');
  for (const platform of ['ios', 'android'] as const) {
    expect(elsewhere[platform].steps[1]).toContain('QR code');
    expect(instructionTexts.wireguard[platform].join(' ')).toContain('QR code');
  }
});

test('the routers on the download page are those of the dashboard’s instructions', () => {
  const [first] = instructionTexts.wireguard.router;
  for (const name of elsewhere.router.method.split(', ')) expect(first).toContain(name);
});

test('each platform of the home page has a card on the download page', () => {
  const {
    headline: _headline,
    explanation: _explanation,
    linuxConfig,
    ...platforms
  } = siteHomeTexts.platforms;
  const cards = ['linux', ...Object.keys(elsewhere)];
  expect(linuxConfig.name).toBe(siteDownloadTexts.linux.name);
  expect(Object.keys(platforms).filter((platform) => !cards.includes(platform))).toEqual([]);
});

test('Linux without the app is set up as in the dashboard’s instructions for a config', () => {
  const shown = instructionTexts.wireguard.linux.join('\n');
  const explanations = siteDownloadTexts.linux.steps.map(({ explanation }) => explanation).join('\n');
  for (const name of ['wireguard-tools', 'openresolv', '/etc/wireguard', 'wg-quick up']) {
    expect(shown).toContain(name);
    expect(explanations).toContain(name);
  }
});
