import { glob } from 'astro/loaders';
import { z } from 'astro/zod';
import { defineCollection, reference } from 'astro:content';

const articles = defineCollection({
  loader: glob({ pattern: '*.md', base: './content/articles' }),
  schema: z.object({
    title: z.string().min(5).max(70),
    description: z.string().min(50).max(170),
    day: z.coerce.date(),
    authors: z.array(reference('authors')).min(1),
    tags: z.array(z.string()).min(1),
  }),
});

/** Authors, each with a page. A team is not marked up as a person. */
const authors = defineCollection({
  loader: glob({ pattern: '*.md', base: './content/authors' }),
  schema: z.object({ name: z.string().regex(/^[^<&]+$/), kind: z.enum(['person', 'team']) }),
});

const legal = defineCollection({
  loader: glob({ pattern: '*.md', base: './content/legal' }),
  schema: z.object({ title: z.string(), description: z.string().min(50).max(170) }),
});

/** The texts of the help center; packages/texts has their titles and topics. */
const help = defineCollection({ loader: glob({ pattern: '*.md', base: './content/help' }) });

/** Engineering documents of the repository. */
const documents = defineCollection({
  loader: glob({
    pattern: ['security.md', 'process-split.md', 'architecture.md', 'decisions/*.md'],
    base: '../../docs',
  }),
});

export const collections = { articles, authors, legal, help, documents };
