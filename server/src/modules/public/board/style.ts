/** The style of the board: large type, for a TV that is read from four metres. */
export const boardStyle = `
:root{--ground:#faf9f7;--surface:#fff;--line:#d9d5cf;--text:#18212b;--dim:#57514b;--brand:#0b5f58;--bad:#9f1f18}
@media (prefers-color-scheme:dark){:root{--ground:#171614;--surface:#24221f;--line:#46423c;--text:#f3f1ed;--dim:#bdb7ad;--brand:#8adbd1;--bad:#ffb4ad}}
*{box-sizing:border-box}
html{color-scheme:light dark}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;background:var(--ground);color:var(--text);font:500 3vh/1.25 system-ui,sans-serif;font-variant-numeric:tabular-nums;padding:2vh 2vw}
header{display:flex;flex-wrap:wrap;gap:0 3vw;align-items:center;justify-content:space-between}
h1{font-size:4vh;margin:0;overflow-wrap:anywhere}
#stale{color:var(--bad);font-weight:700;margin:0}
#sound{min-height:44px;padding:.5vh 1.5vw;border:2px solid var(--line);border-radius:1vh;background:var(--surface);color:var(--text);font:inherit;cursor:pointer}
#sound[hidden]{display:none}
:focus-visible{outline:4px solid var(--brand);outline-offset:2px}
main{flex:1;display:flex;flex-direction:column}
#at{margin:0;color:var(--dim);text-align:right}
.queues{flex:1;display:grid;gap:2vh 1.5vw;grid-template-columns:repeat(3,minmax(0,1fr))}
.queues[data-count="1"]{grid-template-columns:minmax(0,1fr)}
.queues[data-count="2"]{grid-template-columns:repeat(2,minmax(0,1fr))}
.queues[data-count="4"]{grid-template-columns:repeat(4,minmax(0,1fr))}
section{background:var(--surface);border:2px solid var(--line);border-radius:2vh;padding:2vh 1.5vw;min-width:0}
h2{font-size:4vh;margin:0;overflow-wrap:anywhere}
h3{font-size:3vh;margin:1.5vh 0 0;color:var(--dim);font-weight:600}
.inside{margin:0;color:var(--brand);font-size:14vh;font-weight:800;line-height:1.05;overflow-wrap:anywhere}
.queues:not([data-count="1"]):not([data-count="2"]) .inside{font-size:12vh}
.called{display:flex;flex-wrap:wrap;gap:0 2vw;background:var(--brand);color:var(--surface);border-radius:1vh;padding:.5vh 1vw}
.until{font-size:9vh}
.queues:not([data-count="1"]):not([data-count="2"]) .until{font-size:6vh}
.name{display:block;font-size:5vh;line-height:1.2}
ol{list-style:none;margin:0;padding:0}
li .name{display:inline;font-size:inherit}
li{font-size:6vh;font-weight:700;line-height:1.2;overflow-wrap:anywhere}
.queues:is([data-count="5"],[data-count="6"]) ol{display:flex;flex-wrap:wrap;gap:0 2vw}
.queues:is([data-count="5"],[data-count="6"]) li{font-size:5vh}
.late{margin:.5vh 0 0;color:var(--bad);font-weight:700}
.nobody{color:var(--dim)}
@media (max-width:48rem){.queues,.queues[data-count]{grid-template-columns:minmax(0,1fr)}}
`;
