import { gsap } from 'gsap';
import { ScrollTrigger } from 'gsap/ScrollTrigger';
import Lenis from 'lenis';
import { sceneQuery } from './scene-query.ts';

/**
 * Runs the scene while the hero is pinned; ends it when the visitor prefers reduced motion or the
 * window becomes too low.
 */
export function play(): void {
  gsap.registerPlugin(ScrollTrigger);
  gsap.matchMedia().add(sceneQuery, () => {
    const hero = document.querySelector<HTMLElement>('.hero');
    const stage = document.querySelector<HTMLElement>('.hero-stage');
    document.documentElement.classList.add('playing');
    if (hero && stage) scrubThrough(hero, stage);
    const stopScrolling = scrollSmoothly();
    return () => {
      document.documentElement.classList.remove('playing');
      stopScrolling();
    };
  });
}

/**
 * The hero stays for four viewport heights of scrolling: up to 25% its words fade out, up to 75%
 * the icons move to the centre and shrink, then they fade out. They gather behind the product:
 * first the queue with the form above it, then the schedule. hero.css pins it; this script animates
 * its parts with a second of delay.
 */
function scrubThrough(hero: HTMLElement, stage: HTMLElement): void {
  const scene = gsap.timeline({
    defaults: { ease: 'none' },
    scrollTrigger: {
      trigger: hero,
      start: () => `top ${stage.offsetTop}`,
      end: 'bottom bottom',
      scrub: 1,
      invalidateOnRefresh: true,
    },
  });
  scene.to('.hero-words', { autoAlpha: 0, y: -48, duration: 0.25 }, 0);
  for (const icon of stage.querySelectorAll<HTMLElement>('.icon')) {
    const gathered = { x: () => toCentre(icon, stage).x, y: () => toCentre(icon, stage).y, scale: 0.4 };
    scene.to(icon, { ...gathered, duration: 0.5, ease: 'power1.inOut' }, 0.25);
  }
  scene.fromTo(
    '.hero-product',
    { autoAlpha: 0, y: 96, scale: 0.94 },
    { autoAlpha: 1, y: 0, scale: 1, duration: 0.15 },
    0.25,
  );
  scene.to('.view-later, .caption-later', { autoAlpha: 1, duration: 0.08 }, 0.58);
  scene.to('.caption:first-child', { autoAlpha: 0, duration: 0.04 }, 0.58);
  scene.to('.icon', { autoAlpha: 0, duration: 0.12 }, 0.75);
  scene.to({}, { duration: 0.13 }, 0.87);
}

/** Scrolls smoothly. @returns the function that ends it */
function scrollSmoothly(): () => void {
  const lenis = new Lenis({ duration: 1.2, anchors: true });
  const beat = (seconds: number) => lenis.raf(seconds * 1000);
  lenis.on('scroll', () => ScrollTrigger.update());
  gsap.ticker.add(beat);
  gsap.ticker.lagSmoothing(0);
  return () => {
    gsap.ticker.remove(beat);
    lenis.destroy();
  };
}

/** Returns the distance of an icon's centre from the stage's, in pixels. */
function toCentre(icon: HTMLElement, stage: HTMLElement): { x: number; y: number } {
  return {
    x: stage.clientWidth / 2 - (icon.offsetLeft + icon.offsetWidth / 2),
    y: stage.clientHeight / 2 - (icon.offsetTop + icon.offsetHeight / 2),
  };
}
