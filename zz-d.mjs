import { chromium } from '@playwright/test'
import { readFileSync } from 'node:fs'
const url='http://localhost:3911'
const logins=JSON.parse(readFileSync('/tmp/demoA/logins.json'))
const b=await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox']})
const ctx=await b.newContext({locale:'en-GB'})
await ctx.request.post(url+'/api/auth/sign-in/username',{headers:{origin:url},data:logins[0]})
const p=await ctx.newPage(); await p.setViewportSize({width:1280,height:900})
await p.goto(url+'/profile'); await p.waitForTimeout(1200)
await p.getByRole('button',{name:/Posts/}).first().click(); await p.waitForTimeout(2500)
console.log(await p.evaluate(()=>[...document.querySelectorAll('dialog *, [role=dialog] *')].filter(e=>e.scrollHeight>e.clientHeight+2&&e.clientHeight>50).map(e=>[e.className,e.clientHeight,e.scrollHeight])))
console.log(await p.getByRole('dialog').getByRole('article').count(), await p.getByRole('dialog').getByRole('link',{name:'View Post'}).count())
const r=await ctx.request.get(url+'/api/v1/members/tom.alderton/posts'); console.log((await r.json()).items.length)
await p.screenshot({path:'/tmp/s-d.png'})
await b.close()
