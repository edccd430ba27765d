import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { RadioRows } from './radio-rows.tsx';

const norway = { value: 'no', title: 'Norway', detail: '1 available', figureDetail: 'from $3.99 a month' };
const spain = { value: 'es', title: 'Spain' };

test.each([
  ['no radio button for the only choice', [norway], 'no', 0],
  ['a radio button for the only choice while it is not made', [norway], null, 1],
  ['a radio button for each of several choices', [norway, spain], 'no', 2],
])('shows %s', (_what, rows, value, radios) => {
  const page = renderToStaticMarkup(
    <RadioRows legend="Country" name="country" rows={rows} value={value} onChange={() => undefined} />,
  );
  expect(page.split('type="radio"')).toHaveLength(radios + 1);
  for (const text of ['Norway', '1 available', 'from $3.99 a month']) expect(page).toContain(text);
});
