import { type Calendar, earliest } from '../../platform/calendar.ts';
import type { Coingate } from '../../coingate/index.ts';
import type { Paddle } from '../../paddle/index.ts';
import { type Html, html } from '../../platform/html.ts';
import { page } from '../../platform/page.ts';
import type { ReleaseState } from '../../releases/index.ts';
import { coingateSections } from './coingate-sections.ts';
import { paddleMoney, paddleSections } from './paddle-sections.ts';
import { moment, post } from './parts.ts';
import { releasesSection } from './releases-section.ts';

const DAY = 86_400;

/** The levers for people: time, money, and how the providers behave. */
export function controlPage(parts: {
  paddle: Paddle;
  coingate: Coingate | null;
  releases: ReleaseState;
  calendars: readonly Calendar[];
  now: Date;
}): Html {
  const { paddle, coingate, now } = parts;
  return page({
    title: 'Control',
    script: '/control/control.js',
    body: html`<header><h1>Control</h1><a href="/">Sandbox</a> <a href="/control/books">Books</a></header>
<main>
<p class="bad" id="note" role="alert"></p>
${time(parts.calendars, now)}
${paddleMoney(paddle)}
${coingate === null ? '' : coingateSections(coingate)}
${paddleSections(paddle)}
${releasesSection(parts.releases)}
</main>`,
  });
}

function time(calendars: readonly Calendar[], now: Date): Html {
  const next = earliest(calendars)?.due ?? null;
  return html`<h2>Time</h2>
<p>${moment(now.toISOString())} UTC in the sandbox. ${next === null ? 'Nothing falls due.' : `Next: ${next.kind} on ${moment(next.at.toISOString())}.`}</p>
<form>
${next === null ? '' : post('To the next', '/control/clock', { to: next.at.toISOString() })}
${post('20 minutes', '/control/clock', { advance_seconds: 1200 })}
${post('1 day', '/control/clock', { advance_seconds: DAY })}
${post('1 month', '/control/clock', { advance_months: 1 })}
${post('1 year', '/control/clock', { advance_months: 12 })}
</form>`;
}
