import { expect, test } from 'vitest';
import { inChapters, maxPageLength } from './chapters.ts';

const long = 'word '.repeat(maxPageLength / 5);

test('a short document, or one without sections, stays one page', () => {
  expect(inChapters('<p>Short.</p><h2 id="one">One</h2><p>Part.</p>')).toBeNull();
  expect(inChapters(`<p>${long}</p>`)).toBeNull();
});

test('a long document is split into its introduction and a chapter per second-level heading', () => {
  const [first, second] = [
    '\n<ul>\n<li><strong>Nobody</strong> hears <code>a &#x26; b</code>, not 1.5 words. More.</li>\n</ul>\n<h3 id="deeper">Deeper</h3>\n',
    `<pre>code</pre><p>No end</p><p>${long}</p>`,
  ];
  expect(
    inChapters(
      `<p>What it is.</p>\n<h2 id="who-hears">Who <code>hears</code> &#x3C;us></h2>${first}<h2 id="rest">The rest</h2>${second}`,
    ),
  ).toEqual({
    opening: '<p>What it is.</p>\n',
    chapters: [
      {
        slug: 'who-hears',
        title: 'Who hears <us>',
        firstSentence: 'Nobody hears a & b, not 1.5 words.',
        html: first.replaceAll('h3', 'h2'),
        marks: ['deeper'],
      },
      { slug: 'rest', title: 'The rest', firstSentence: 'No end', html: second, marks: [] },
    ],
  });
});
