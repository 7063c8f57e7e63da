/** The style of the page, in the colours of the landing page. */
export const style = `
:root{--ground:#faf9f7;--surface:#fff;--line:#e9e6e1;--text:#18212b;--dim:#67615a;--brand:#0f766e;--on:#fff;--link:#0f766e;--bad:#b3261e;--soft:#effaf8}
@media (prefers-color-scheme:dark){:root{--ground:#171614;--surface:#24221f;--line:#36332e;--text:#e8e5e0;--dim:#aaa499;--brand:#0f766e;--link:#78cec4;--bad:#ffa8a0;--soft:#12312e}}
*{box-sizing:border-box}
html{color-scheme:light dark;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--ground);color:var(--text);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
main,footer{max-width:34rem;margin:0 auto;padding:1rem}
h1{font-size:1.375rem;line-height:1.3;margin:.25rem 0 .5rem}
h2{font-size:1.0625rem;margin:1.25rem 0 .5rem}
p{margin:.5rem 0}
.business{color:var(--dim);margin:0}
.business a{display:inline-flex;align-items:center;min-height:44px}
.when{font-size:1.125rem;font-weight:600;text-wrap:balance}
.dim{color:var(--dim)}
.note{background:var(--soft);border:1px solid var(--line);border-radius:.5rem;padding:.625rem .75rem}
.card{background:var(--surface);border:1px solid var(--line);border-radius:.75rem;padding:.25rem .875rem;margin:.75rem 0}
dl{margin:0}
dl>div{padding:.5rem 0;border-bottom:1px solid var(--line)}
dl>div:last-child{border-bottom:0}
dt{color:var(--dim);font-size:.875rem}
dd{margin:0;white-space:pre-line}
a{color:var(--link)}
a,button{min-height:44px}
.actions{display:flex;flex-wrap:wrap;gap:.625rem;margin:.75rem 0}
.actions>*{flex:1 1 9rem;display:flex}
.button{display:flex;flex:1;align-items:center;justify-content:center;width:100%;min-height:44px;padding:.5rem .875rem;border:1px solid var(--line);border-radius:.5rem;background:var(--surface);color:var(--text);font:inherit;font-weight:500;line-height:1.3;text-align:center;text-decoration:none;cursor:pointer}
.main{background:var(--brand);border-color:var(--brand);color:var(--on)}
.bad{color:var(--bad)}
.button:hover{border-color:var(--link)}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.times{list-style:none;display:grid;grid-template-columns:repeat(auto-fill,minmax(7.5rem,1fr));gap:.5rem;padding:0;margin:.5rem 0}
.times [aria-current]{border-color:var(--link);border-width:2px;font-weight:700}
.code{max-width:13rem;margin:.5rem auto;background:#fff;border-radius:.5rem}
.code svg{display:block;width:100%;height:auto}
.rows,.plain,.days{list-style:none;padding:0;margin:.5rem 0}
.rows>li{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;justify-content:space-between;padding:.75rem 0;border-bottom:1px solid var(--line)}
.rows .dim{display:block}
.rows .button{flex:0 1 auto;width:auto}
.plain{padding:.5rem .875rem}
.plain>li{padding:.25rem 0}
.place{white-space:pre-line}
.pairs>div{display:flex;flex-wrap:wrap;gap:0 1rem;justify-content:space-between}
.days{display:flex;gap:.5rem;overflow-x:auto;padding-bottom:.5rem}
.days .button{white-space:nowrap}
.days [aria-current]{border-color:var(--link);border-width:2px;font-weight:700}
.field label{display:block;font-weight:500;margin-bottom:.375rem}
.field .bad{display:block;margin-top:.375rem}
.field input{width:100%;min-height:44px;padding:.5rem .75rem;border:1px solid var(--dim);border-radius:.5rem;background:var(--surface);color:var(--text);font:inherit}
.field [aria-invalid]{border-color:var(--bad)}
.check{display:flex;gap:.625rem;align-items:center;min-height:44px}
.check input{width:1.5rem;height:1.5rem;flex:none;margin:0}
.choices{list-style:none;display:grid;gap:.5rem;padding:0;margin:.75rem 0}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.poster{text-align:center}
.poster .code{max-width:20rem}
@media print{footer{display:none}}
summary{min-height:44px;padding:.625rem 0;cursor:pointer;color:var(--link)}
footer{color:var(--dim);font-size:.875rem;border-top:1px solid var(--line)}
footer ul{list-style:none;display:flex;flex-wrap:wrap;gap:0 1.25rem;padding:0;margin:0}
footer a{display:inline-flex;align-items:center;min-width:44px}
`;
