import { glob } from 'astro/loaders';
import { z } from 'astro/zod';
import { defineCollection } from 'astro:content';

const articles = defineCollection({
  loader: glob({ pattern: '*.md', base: './content/articles' }),
  schema: z.object({
    title: z.string().min(5).max(70),
    description: z.string().min(50).max(170),
    day: z.coerce.date(),
    author: z.string(),
    tags: z.array(z.string()).min(1),
  }),
});

const legal = defineCollection({
  loader: glob({ pattern: '*.md', base: './content/legal' }),
  schema: z.object({ title: z.string(), description: z.string().min(50).max(170) }),
});

/** The documents that Comet is built by, as they lie in the repository. */
const documents = defineCollection({
  loader: glob({
    pattern: ['security.md', 'process-split.md', 'architecture.md', 'decisions/*.md'],
    base: '../../docs',
  }),
});

export const collections = { articles, legal, documents };
