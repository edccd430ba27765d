import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Bar } from './bar.tsx';
import { BarChart } from './bar-chart.tsx';

const bars: readonly Bar[] = [
  { key: 'a', mark: '21 Nov', title: '21 November', figure: '2 GB', parts: [{ tone: 'trail', value: 2 }] },
  {
    key: 'b',
    mark: 'Today',
    title: '22 November',
    figure: '3 GB',
    parts: [
      { tone: 'comet', value: 2, name: 'Office', figure: '2 GB' },
      { tone: 'trail', value: 1, name: 'Crawler', figure: '1 GB' },
      { tone: 'edge', value: 0, name: 'Nobody', figure: '0 GB' },
    ],
  },
];

const markup = renderToStaticMarkup(
  <BarChart
    label="Usage by day"
    summary="5 GB in total."
    bars={bars}
    formatTick={(value, top) => `${value} of ${top}`}
  />,
);

it('is a slider whose value is the last bar with its named parts, described by the summary', () => {
  expect(markup).toMatch(/role="slider" tabindex="0" aria-label="Usage by day"/);
  expect(markup).toContain(
    'aria-valuenow="2" aria-valuetext="22 November: 3 GB; Office: 2 GB; Crawler: 1 GB"',
  );
  const described = /aria-describedby="([^"]+)"/.exec(markup)?.[1];
  expect(markup).toContain(`<figcaption id="${described}" class="sr-only">5 GB in total.</figcaption>`);
});

it('labels both axes', () => {
  for (const text of ['1 of 3', '2 of 3', '3 of 3', '21 Nov', 'Today']) expect(markup).toContain(`>${text}<`);
});
