import { chromium } from '@playwright/test'
import { readFileSync } from 'node:fs'
const url='http://localhost:3911'
const logins=JSON.parse(readFileSync('/tmp/demoA/logins.json'))
const [,, who='0', theme='light', ...rest]=process.argv
const b=await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox']})
const ctx=await b.newContext({locale:'en-GB',timezoneId:'Europe/London',deviceScaleFactor:1})
if(who!=='v'){ const l=logins[+who]; const r=await ctx.request.post(url+'/api/auth/sign-in/username',{headers:{origin:url},data:l}); if(!r.ok()) throw new Error(await r.text()); await ctx.request.put(url+'/api/v1/me/dark-mode',{headers:{origin:url},data:{dark_mode_enabled:theme==='dark'}}) }
for (const spec of rest){ const [name,path,w,h,act]=spec.split('|'); const p=await ctx.newPage(); p.on('console',m=>{if(m.type()==='error')console.log(name,m.text())}); await p.setViewportSize({width:+w,height:+(h||900)}); await p.goto(url+path); await p.waitForTimeout(900); if(act) { await (new Function('p','return (async()=>{'+act+'})()'))(p) ; await p.waitForTimeout(700)} await p.screenshot({path:`/tmp/s-${name}.png`, fullPage: !act}); await p.close() }
await b.close()
