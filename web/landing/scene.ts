import { gsap } from 'gsap';
import { ScrollTrigger } from 'gsap/ScrollTrigger';
import Lenis from 'lenis';

/**
 * The hero stays for four viewport heights of scrolling (specification 2, "Landing page"): up to 25 % its words fade out, up to 75 %
 * the icons move to the centre and shrink, then they fade out.
 */
export function play(): void {
  gsap.registerPlugin(ScrollTrigger);
  scrollSmoothly();
  const stage = document.querySelector<HTMLElement>('.hero-stage');
  if (!stage) return;
  const scene = gsap.timeline({
    defaults: { ease: 'none' },
    scrollTrigger: { trigger: stage, start: () => `top ${barHeight()}`, end: '+=400%', pin: true, scrub: 1, invalidateOnRefresh: true },
  });
  scene.to('.hero-words', { autoAlpha: 0, duration: 0.25 }, 0);
  for (const icon of stage.querySelectorAll<HTMLElement>('.icon')) {
    scene.to(
      icon,
      { x: () => toCentre(icon, stage).x, y: () => toCentre(icon, stage).y, scale: 0.4, duration: 0.5, ease: 'power1.inOut' },
      0.25,
    );
  }
  scene.to('.icon', { autoAlpha: 0, duration: 0.15 }, 0.75);
  scene.to('.hero-after', { autoAlpha: 1, duration: 0.15 }, 0.85);
}

function scrollSmoothly(): void {
  const lenis = new Lenis({ duration: 1.2, anchors: true });
  lenis.on('scroll', () => ScrollTrigger.update());
  gsap.ticker.add((seconds) => lenis.raf(seconds * 1000));
  gsap.ticker.lagSmoothing(0);
}

function barHeight(): number {
  return document.querySelector<HTMLElement>('.bar')?.offsetHeight ?? 0;
}

/** How far an icon's middle is from the stage's, in pixels. */
function toCentre(icon: HTMLElement, stage: HTMLElement): { x: number; y: number } {
  return {
    x: stage.clientWidth / 2 - (icon.offsetLeft + icon.offsetWidth / 2),
    y: stage.clientHeight / 2 - (icon.offsetTop + icon.offsetHeight / 2),
  };
}
