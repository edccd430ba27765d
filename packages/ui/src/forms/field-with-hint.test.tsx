import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { TextField } from './text-field.tsx';

const describedBy = (page: string) => /aria-describedby="([^"]*)"/.exec(page)?.[1];
const textOf = (page: string, id: string | undefined) => page.split(`id="${id}"`)[1]?.split(/[<>]/)[1];

test('the hint is between the label and the control, and describes it', () => {
  const page = renderToStaticMarkup(<TextField label="Company" hint="Optional." />);
  expect(page.indexOf('Company')).toBeLessThan(page.indexOf('Optional.'));
  expect(page.indexOf('Optional.')).toBeLessThan(page.indexOf('<input'));
  expect(textOf(page, describedBy(page))).toBe('Optional.');
});

test('an error follows the control and describes it; the hint stays', () => {
  const page = renderToStaticMarkup(<TextField label="Company" hint="Optional." error="Too long" />);
  expect(page.indexOf('Too long')).toBeGreaterThan(page.indexOf('<input'));
  expect(page).toContain('Optional.');
  expect(textOf(page, describedBy(page))).toBe('Too long');
});

test('without a hint or an error nothing describes the control', () => {
  expect(describedBy(renderToStaticMarkup(<TextField label="Company" />))).toBeUndefined();
});
