/**
 * The style of the board: large type, for a TV that is read from four metres. A number of who is called or
 * inside is 12 % of its height.
 */
export const boardStyle = `
:root{--ground:#faf9f7;--surface:#fff;--line:#d9d5cf;--text:#18212b;--dim:#57514b;--brand:#0b5f58;--bad:#9f1f18}
@media (prefers-color-scheme:dark){:root{--ground:#171614;--surface:#24221f;--line:#46423c;--text:#f3f1ed;--dim:#bdb7ad;--brand:#8adbd1;--bad:#ffb4ad}}
*{box-sizing:border-box}
html{color-scheme:light dark}
body{margin:0;height:100vh;overflow:hidden;display:flex;flex-direction:column;gap:1vh;background:var(--ground);color:var(--text);font:500 2.8vh/1.25 system-ui,sans-serif;font-variant-numeric:tabular-nums;padding:1.5vh 2vw;position:relative}
header{display:flex;gap:0 3vw;align-items:center;padding-right:11vw;min-height:6vh}
h1{font-size:4vh;margin:0;flex:1;min-width:0}
h1,.name{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
#stale{color:var(--bad);font-weight:700;margin:0}
#sound{min-height:44px;padding:.5vh 1.5vw;border:2px solid var(--line);border-radius:1vh;background:var(--surface);color:var(--text);font:inherit;cursor:pointer}
#sound[hidden],[hidden]{display:none}
:focus-visible{outline:4px solid var(--brand);outline-offset:2px}
main{flex:1;display:flex;flex-direction:column;min-height:0}
#at{position:absolute;top:2.5vh;right:2vw;margin:0;color:var(--dim);font-weight:600}
.queues{flex:1;display:none;gap:1.5vw;min-height:0;grid-template-rows:minmax(0,1fr);grid-template-columns:minmax(0,1fr)}
.queues[data-shown]{display:grid}
.queues[data-count="2"]{grid-template-columns:repeat(2,minmax(0,1fr))}
.queues[data-count="3"]{grid-template-columns:repeat(3,minmax(0,1fr))}
.queues[data-count="4"]{grid-template-columns:repeat(4,minmax(0,1fr))}
.turn{position:absolute;right:2.5vw;bottom:1.5vh;margin:0;color:var(--dim);font-weight:600}
section{background:var(--surface);border:2px solid var(--line);border-radius:2vh;padding:1.5vh 1.2vw;min-width:0;overflow:hidden}
h2{display:-webkit-box;overflow:hidden;-webkit-box-orient:vertical;-webkit-line-clamp:2;font-size:3.4vh;line-height:1.15;margin:0;overflow-wrap:anywhere}
h3{font-size:2.6vh;margin:1vh 0 0;color:var(--dim);font-weight:600}
.large{display:flex;flex-wrap:wrap;gap:0 2.5vw;color:var(--brand);font-weight:800}
.large p{margin:0;min-width:0;max-width:100%}
.large .token{display:block;font-size:12vh;line-height:1.05}
.large .clock,.free{display:block;margin:0;font-size:6vh;line-height:1.15;white-space:nowrap}
.large .name{display:block;font-size:4vh;line-height:1.2}
.called{background:var(--brand);color:var(--surface);border-radius:1vh;padding:.3vh 1vw}
.until{font-size:6vh;line-height:1.15}
.free{color:var(--brand);font-weight:800}
ol{list-style:none;margin:0;padding:0}
li{display:flex;gap:.8vw;align-items:baseline;font-size:5.2vh;font-weight:700;line-height:1.2;min-width:0}
li .clock{font-size:4vh;white-space:nowrap}
li .name{font-size:3.4vh;min-width:0}
.late{margin:.3vh 0 0;color:var(--bad);font-weight:700}
.nobody{color:var(--dim)}
@media (max-width:48rem){body{height:auto;min-height:100vh;overflow:visible}.queues[data-shown]{grid-template-columns:minmax(0,1fr);grid-template-rows:none}}
`;
