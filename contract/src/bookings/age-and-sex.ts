import { z } from 'zod';
import { isBirth } from './age.ts';
import { indiaDate, now } from '../core/time.ts';

/** The day or the year of birth: `1992-03-14` or `1992`. */
export const Born = z
  .string()
  .refine((text) => isBirth(text, indiaDate(now())), 'Please enter an age, a year or a date of birth');

export const Sex = z.enum(['female', 'male', 'other']);

/**
 * Age and sex in short, `34 F`: of a clinic's person, as of today, and left out where neither is
 * known.
 */
export const About = z.string().optional();
