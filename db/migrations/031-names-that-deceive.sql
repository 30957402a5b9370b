-- Names that deceive (docs/decisions/031): what a name looks like, which names are kept for those who run the place, and the
-- mark of an administrator. And texts of one line hold nothing that breaks the line or turns it around.

-- Characters that are drawn alike: each stands for the first of its group. From confusables.txt of Unicode 17.0.0 (UTS 39,
-- © Unicode, Inc., https://www.unicode.org/license.txt), without those that compatibility forms (NFKC) make alike anyway.
-- Written as "what they stand for:characters", in hexadecimal code points.
do $confusables$
declare
  signs jsonb;
begin
  with groups as (
    select split_part(word, ':', 1) as target, split_part(word, ':', 2) as sources
    from regexp_split_to_table($data$
20:1680,2028,2029 21:1c3,2d51 24+20e0:1f10f 26:a778
27:60,2b9,2bb,2bc,2bd,2be,2c8,2ca,2cb,2f4,55a,55d,5d9,5f3,7f4,7f5,144a,16cc,2018,2019,201b,2032,2035,a78c,16f51,16f52
27+27:22,2ba,2ee,2f6,5f2,5f4,1cd3,201c,201d,201f,3003 27+42:181 27+44:18a 27+50:1a4 27+54:1ac 27+59:1b3
28:2768,2772,3014,fd3e 28+28:2e28 29:2769,2773,3015,fd3f 29+29:2e29 2a:66d,204e,2217,1031f 2b:16ed,2795,1029b,1e6e9
2b+32:2a27 2b+302:2a23 2b+303:2a24 2b+307:2214 2b+30a:2a22 2b+323:2a25 2b+330:2a26 2c:60d,66b,201a,a4f9
2d:2d7,6d4,2010,2012,2013,2043,2212,2796,2cba,2cbb 2d+2e:a4fe 2d+307:2238,2cb2,2cb3 2d+308:2e1a 2d+313:2a29 2d+323:2a2a
2e:660,6f0,701,702,a4f8,a60e,10a50,1d16d 2e+2c:a4fb 2e+2e:a4fa
2f:1735,2041,2044,2215,2571,27cb,29f8,2cc6,2cc7,3033,30ce,31d3,4e3f,1d23a 2f+2f:2afd 2f+2f+2f:2afb 2f+304:29f6
32:1a7,3e8,14bf,a644,a6ef,a75a,1ccf2 32+335:1bb
33:1b7,21c,417,4e0,969,ae9,2c9c,2cc4,2ccc,a76a,a7ab,118ca,16f3b,1ccf3,1d206 33+326:498 34:13ce,118af,1ccf4 34+b7:1530
35:1bc,118bb,1ccf5 36:3ec,431,13ee,2cd2,2cd3,2cdc,118d5,1ccf6 37:104d2,118c6,1ccf7,1d212
38:222,223,9ea,a6a,b03,1031a,1ccf8,1e8cb 39:9ed,a67,b68,d6d,2cca,2ccb,a76e,118ac,118cc,118d6,1ccf9
3a:2d0,2f8,589,5c3,703,704,903,a83,16ec,1803,1809,205a,2236,a4fd,a789,11dd9 3a+2192:29f4
3c:2c2,1438,16b2,2039,276e,1d236 3c+3c:226a 3c+3c+3c:22d8 3c+b7:1445,22d6,2cb4,2cb5 3d:1400,2e40,30a0,a4ff 3d+302:2259
3d+306:225a 3d+307:2250 3d+30a:2257 3d+323+307:2251 3d+36b:225e 3d+1ab2:2b96 3d+20f0:2a6e
3e:2c3,1433,203a,276f,16f3f,1d237 3e+3c:2aa5 3e+3e:226b,2a20 3e+3e+3e:22d9 3e+b7:1441 3f:241,294,97d,13ae,a6eb
41:391,410,13aa,15c5,a4ee,102a0,16f40,1ccd6 41+41:a732 41+45:c6,4d4 41+4f:a734 41+52:1f707 41+55:a736 41+56:a738,a73a
41+59:a73c 42:392,412,13f4,15f7,2c82,a4d0,a7b4,10282,102a1,10301,1ccd7
43:421,13df,2ca4,a4da,102a2,10302,10415,1051c,118e9,118f2,1ccd8,1f74c 43+27:187 43+326:4aa 43+20e0:1f16e 43+20eb:20a1
44:13a0,15de,15ea,a4d3,1ccd9 44+335:d0,110,189 45:395,415,13ac,22ff,2d39,a4f0,10286,118a6,118ae,1ccda 45+338:246
46:3dc,15b4,a4dd,a798,10287,102a5,10525,118a2,118c2,1ccdb,1d213 46+326:191 47:50c,13c0,13f3,a4d6,1ccdc 47+27:193
47+335:1e4 48:397,41d,13bb,157c,2c8e,a4e7,102cf,1ccdd 48+326:4c7,4c9 48+329:4a2,2c67 48+335:126
4a:37f,408,13ab,148d,a4d9,a7b2,1ccdf 4a+b7:1499 4a+335:248 4b:39a,41a,13e6,16d5,2c94,a4d7,10518,1cce0 4b+27:198
4b+329:49a,2c69 4b+335:49e,20ad,a740 4c:13de,14aa,2cd0,a4e1,1041b,10526,118a3,118b2,16f16,1cce1,1d22a 4c+338:141
4d:39c,3fa,41c,13b7,15f0,16d6,2c98,a4df,102b0,10311,1cce2 4d+42:1f76b 4d+326:4cd 4e:39d,2c9a,a4e0,10513,1cce3
4e+30a:1018e 4e+326:19d
4f:30,39f,41e,555,7c0,b20,ce6,12d0,2c9e,2d54,3007,a4f3,10292,102ab,10404,104c2,10516,118b5,118e0,11de0,1cce4,1ccf0
4f+27:13a4 4f+45:152 4f+4f:a698,a74e 4f+335:19f,398,3b8,472,4e8,13be,13eb,2296,229d,236c,2c90,2d31,a74a,1d21a,1f714
4f+338:d8,2d41 50:3a1,420,13e2,146d,2ca2,2cce,a4d1,10295,1cce5 50+27:1486 51:2d55,1cce6 51+45:1f700
52:1a6,13a1,13d2,1587,a4e3,104b4,16f35,1cce7,1d216 53:405,54f,13d5,13da,a4e2,10296,10420,16f3a,1cce8
54:3a4,422,13a2,22a4,27d9,2ca6,a4d4,10297,102b1,10315,118bc,16f0a,1cce9,1f768 54+33:a728 54+308:2361 54+328:1ae
54+329:4ac 54+335:166 54+338:23e 54+20eb:20ae 55:54d,1200,144c,222a,22c3,a4f4,104ce,118b8,16f42,1ccea 55+27:1467
55+b7:1458 55+335:244,13cc 56:474,667,6f7,13d9,142f,2d38,a4e6,a6df,1051d,118a0,16f08,1cceb,1d20d 56+42:1f76c 56+b7:143b
56+335:10197 56+1de4:1f708 57:51c,13b3,13d4,a4ea,118e6,118ef,1ccec 57+335:20a9
58:3a7,425,166d,16b7,2573,2cac,2d5d,a4eb,a7b3,10290,102b4,10317,10322,10527,118ec,1cced 58+329:4b2 58+335:10196
59:3a5,423,4ae,13a9,13bd,2ca8,a4ec,102b2,118a4,16f43,1ccee 59+335:a5,24e,4b0 5a:396,13c3,a4dc,102f5,118a9,118e5,1ccef
5a+326:224 5a+335:1b5 5c:2216,27cd,29f5,29f9,31d4,4e36,1d20f,1d23b 5c+5c:244a,2cf9 5c+1455:27c8 5e:2c4,2c6 5f:7fa
61:251,3b1,430,237a 61+61:a733 61+65:e6,4d5 61+6f:a735 61+75:a737 61+76:a739,a73b 61+79:a73d 61+332:2376
62:184,42c,13cf,1472,15af,16eb6 62+27:1488 62+6c:42b 62+b7:147f 62+304:182,183,411 62+307:1473 62+307+b7:1481 62+314:253
62+335:180,462,463,48c,48d 63:441,1004,105a,1d04,2ca5,abaf,1043d 63+63+9+20dd:1f16d 63+326:4ab 63+338:a2,23c
64:501,13e7,146f,a4d2 64+27:1487 64+7a:2a3 64+b7:147b 64+21d:2a4 64+291:2a5 64+304:18c 64+314:257 64+328:256 64+335:111
64+335+331:20ab 65:435,4bd,212e,ab32 65+328:4bf 65+338:247 66:192,584,1e9d,a799,ab35 66+6e+329:2a9 66+334:1d6e
67:18d,261,581,1d83 67+314:260 67+335:1e5 68:4bb,570,13c2 68+314:266,13f2,a695 68+335:127,45b
69:131,269,26a,3b9,456,582,13a5,2373,2c93,a647,ab75,118c3 69+332:2378 69+335:268,1d7b,1d7c 6a:3f3,458 6a+335:249
6b+314:199
6c:31,49,7c,196,1c0,399,406,4c0,4cf,5c0,5d5,5df,627,661,6f1,7ca,16c1,2223,23fd,2c92,2d4f,a4f2,1028a,10309,10320,11dda
6c:11de1,16eaa,16f28,1ccde,1ccf1,1e8c7 6c+27:5f1 6c+4f:42e,23e8 6c+6c:1c1,5f0,2016,2225 6c+73:2aa 6c+74:20b6 6c+7a:2ab
6c+b7:14b7 6c+21d:26e 6c+328:26d 6c+334:26b 6c+335:197,19a 6c+335+6c+335:10199 6c+335+6c+335+53+335:10198 6c+338:142
6c+655:673 6c+674:672 6e:578,57c 6e+328:273 6e+329:14b,19e,3b7,572 6e+334:1d70
6f:3bf,3c3,3ed,43e,585,5e1,647,665,6be,6c1,6d5,6f5,966,9e6,a66,ae6,b66,be6,c02,c66,c82,d02,d20,d66,d82,e50,ed0,101d,1040
6f:10ff,17e0,1d0f,1d11,2c9f,ab3d,1042c,104ea,114d0,118c8,118d7 6f+2f+4f:25,66a,2052 6f+2f+4f+4f:609,2030
6f+2f+4f+4f+4f:60a,2031 6f+65:153 6f+6f:221e,a699,a74f 6f+302:6ff 6f+31b:ab74 6f+335:275,473,4e9,2c91,a74b,ab8e,abbb
6f+338:f8,ab3e 6f+d30+6f:d5f 6f+102c:1010,10d7 6f+1d07:276 70:fe,1bf,3c1,3f8,440,2374,2ca3,2ccf 70+b7:1477 70+314:1a5
70+335:1d7d 71:51b,563,566 71+314:2a0 72:433,1d26,2c85,ab47,ab48,ab81 72+27:491 72+6e:6d,11700,118e3 72+6e+326:271
72+6e+334:1d6f 72+6e+338:20a5 72+328:27d 72+329:27c 72+334:1d72 72+335:24d,493 73:1bd,455,d1f,a731,abaa,10448,118c1
73+73+73:1f75c 73+328:282 73+334:1d74 74+66:a777 74+73:2a6 74+21d:a729 74+255:2a8 74+283:2a7 74+314:1ad 74+334:1d75
74+335:167 75:28b,3c5,57d,1d1c,a79f,ab4e,ab52,104f6,118d8 75+65:1d6b 75+6f:ab63 75+329:45f 75+335:1d7e,ab9c
76:3bd,475,5d8,1d20,2228,22c1,aba9,11706,118c0 77:26f,448,461,51d,561,1d21,2cbd,ab83,1170a,1170e,1170f 77+307:114c5
77+326:a761 77+486+487:47d 78:d7,445,1541,157d,166e,292b,292c,2a2f 78+307:2a30
79:263,28f,3b3,443,4af,10e7,1d8c,1eff,2ca9,ab5a,118dc 79+314:1b4 79+335:24f,4b1 7a:1d22,ab93,118c4 7a+326:225 7a+328:290
7a+334:1d76 7a+335:1b6 7b:2774,1d114 7d:2775 7e:2053,223c 7e+307:2a6a,2e1e 7e+308:2368 7e+323:2e1f a3:20a4
b0:2218,25cb,25e6,2e30 b0+308:2364 b0+332:235c,10ed0 b6:2e3f b7:1427,16eb,2022,2027,2219,22c5,2e31,30fb,a78f,10101
b7+34:152f b7+3c:1444 b7+3e:1437,1440,22d7 b7+4a:1498 b7+4c:14b6 b7+50:1476 b7+55:1457 b7+56:143a b7+62:147e
b7+62+307:1480 b7+64:147a b7+b7+b7:22ef,2d48 b7+245:143c b7+393:14ae b7+394:140e b7+548:1459 b7+1401:140c b7+1404:1410
b7+1405:1412 b7+1406:1414 b7+140a:1417 b7+140b:1419 b7+1432:143e b7+1434:1442 b7+1439:1446 b7+144f:145b
b7+1450:1454,145d b7+1451:145f b7+1455:1461 b7+1456:1463 b7+146b:1474 b7+146e:1478 b7+1470:147c b7+1489:1492
b7+148b:1494 b7+148c:1496 b7+148e:149a b7+1490:149c b7+1491:149e b7+14a3:14ac b7+14a6:14b0 b7+14a7:14b2 b7+14a8:14b4
b7+14ab:14b8 b7+14c0:14c9 b7+14c2:18c6 b7+14c3:18c8 b7+14c4:18ca b7+14c5:18cc b7+14c7:14cb b7+14c8:14cd b7+14d3:14dc
b7+14d5:14de b7+14d6:14e0 b7+14d7:14e2 b7+14d8:14e4 b7+14da:14e6 b7+14db:14e8 b7+14ed:14f6 b7+14ef:14f8 b7+14f0:14fa
b7+14f1:14fc b7+14f2:14fe b7+14f4:1500 b7+14f5:1502 b7+1510:1517 b7+1511:1519 b7+1512:151b b7+1513:151d b7+1514:151f
b7+1515:1521 b7+1516:1523 b7+1528:1531 b7+1529:1533 b7+152a:1535 b7+152b:1537 b7+152d:1539 b7+152e:153b b7+1543:18ce
b7+1546:18cf b7+1547:18d0 b7+1548:18d1 b7+1549:18d2 b7+154b:18d3 b7+154c:154e b7+155a:155b b7+1567:1568 b7+18b1:18b3
b7+18b4:18b6 b7+18b8:18b9 b7+18c0:18c2 de:3f7,104c4 df:3b2,13f0,1e9e,a7b5,a7d6 f7:2797 138:3ba,43a,1d0b,2c95,abb6
138+329:49b 138+335:49f 185:44c,ab9f,16ed1 185+69:44b 186:3fd,2183,a4db,10423 18e:2203,2d3a,a4f1 18f:4d8
190:510,13cb,10401,16f2d,1d221 1a8:3e9,1d24,a645 1a9:3a3,2211,2d49 1ab:13bf 1b1:162e,1634,2127 1c2:256a 1dd:259,4d9
1dd+6f:1d14 1dd+6f+335:ab42 1dd+6f+338:ab41 1dd+2de:25a 1f6:50a 21d:292,4e1,10f3,2cc5,2ccd,a76b 237:575 242:ab7e
245:39b,41b,668,6f8,1431,2d37,a4e5,a6ce,a7da,1028d,104b0,16f3d 245+b7:143d 245+326:4c5 245+338:a7dc 24b:1d90
254:37b,1d10,2184,1044b 254+65:ab62 254+338:ab3f 25c:437,1d08 25c+326:499 25e:10442 262:50d,13fb,ab90 270:57a,1223
274:2c9b 277:1043f 278:3c6,444,2cab,2ce0,2ce1 27e+334:1d73 27f:2129 280:ab71,aba2 283:222b,ab4d 28a+335:1d7f
28c:1d27,2c97,104d8 28d:43c,1d0d,2c99,ab87 28d+326:4ce 293:2c9d 298:2299,2609,2a00,2d59,a668,104c3 299:432,13fc,2c83
29a:a79d,1042a 29c:43d,2c8f,ab8b 29c+326:4c8,4ca 29c+329:4a3 29f:2cd1,abae,10443 2a1:a6cd 2c7:a67e 2c9:2594 2c9+62:44a
2c9+62+69:a651 2cf:375 2ea:2fb,a716 2eb:a714 2f3:3002 300:953 301:59c,59d,618,64e,747,954 302:311,65b,7ee,1cd0,a6f0
303:342,653 304:305,659,7eb,1ae2,1cd2,a6f1 304+304:1ae8 306:30c,36e,658,65a,945,a67c,11b66
306+307:310,6e8,901,981,a81,b01,c00,c81,d01,114bf 307:358,5b9,5ba,5c1,5c2,5c4,6ec,740,741,7ed,8ea,902,a02,a82,bcd
308:7f3,8eb 309:302c 30a:366,5af,652,6df,b82,e4d,ecd,1036,17c6,17d3,2dea,309a,11300 30b:64b,8f0 30e:1cda 312:657
313:315,619,64f,8f3 314:65d 316:1ced 323:5b4,5c5,65c,8ed,93c,9bc,a3c,abc,b3c,1cdd,10a3a,111ca,114c3 324:8ee,1cde
325:f37,302d 326:321,327,339 328:322,345,1ab7 329:656,1cdc 32b:1cd5 32d:1cd9 32e:1cd8 331:320,952 333:347 335:336
338:337 350:357,8f8,8ff 352:900 354:8f9 355:8fa 363:2df6 364:2df7 368:2ded 36f:2def 393:413,13b1,14a5,2c84,16f07
393+27:490 393+b7:14af 393+335:492 394:1403,2206,25b3,2c86,2d60,10285,102a3,16f1a,1f702 394+b7:140f 394+332:2359
394+1420:142c 39e:2630,2cb6 3a0:41f,220f,2ca0,a6db,16ea6 3a6:424,553,1240,16f0,2caa,102b3 3a8:470,16d8,2cae,102b5,104d1
3a9:162f,1635,102b6 3bb:2c96,a7db,104db 3bb+338:19b 3c0:43f,1d28,2ca1,16ec1 3c2:3db,2c8b 3c7:2cad,ab53,ab55
3c8:471,2caf,104f9 3c9:2375,2cb1,a64d,a7b7 3c9+332:2379 3d7:2ce4 3d8:102ad,10312 3fc:2cc1 40b:104cd 416+329:496
418:376,a6a1,10425,1d20b 418+326+300:48a 427:3e4 428:2cbc 42a+6c:a650 42d:2108 436+329:497 43b:1d2b 43b+326:4c6
447:3e5,aaa,aeb 459:ab60 460:13c7,15ef,1d222 460+b7:18ed 460+486+487:47c 4b6:4cb 4b7:4cc 4bc+328:4be 4c3:104bc 4fe:1d202
548:1260,144e,2229,22c2,a4f5,1d245 548+27:1468 548+b7:145a 554:20bd,2cc0,2ce8,101a0 559:2bf,2d3 571:1294 596:5ad 598:5ae
599:5a8 59a:5a4 60c:66c,2e32 61b:2e35 61f:2e2e 621+10efa:6fd 628+654:8a1 628+6db:751 628+6e2:8b6 629:6c3,2365 62a:67a
62a+306:8bf 62d+654:681,772 62d+6db:685 62f:102e1 62f+302:6ee 62f+324+323:8ae 62f+615:688 62f+6db:68e,68f 631+302:6ef
631+306:692 631+306+307:8b9 631+615:691 631+649+6c+644:20c1 631+654:76c 631+6db:698 632+302:8b2 633+302:77e 633+6db:634
635:102f2 635+324+323:8af 635+6db:69e 637:102e8 637+6db:69f 639:60f 641:6a7 643:6a9,6aa 643+306:8c2 643+6db:6ad,763
644+306:6b5 644+6db:6b7 645+6db:8a7 645+10efa:6fe 646:10ec6 646+306:769 646+615:768 648:8b1,102e4 648+302:6c9
648+306:6c6 648+313:6c7 648+670:6c8 648+6db:6cb 649:64a,66e,6ba,6cc,6d2,8bd 649+302:63d 649+306:6ce,756 649+306+307:8ba
649+30a:88f 649+615:679,6bb 649+615+306:8c0 649+654:8a8 649+6db:62b,63f,67e,6bd,6d1,752 649+6db+306:8be 649+6db+6e2:8b7
64c:8e5,8e8,8f1 64d:8f2 650:317,61a 655:65f 662:6f2,a9cf 663:6f3,1e8c9 664:6f4 666:6f6 669:6f9,967,118e4 670:30d 67b:6d0
680:10ec7 686+306:8c1 68a+615:68b 697+615:771 6a1:66f,8bb,8bc 6a1+6db:6a4,6a8 6a2+6db:8a4 6ac:762 6af:8b0 6af+6db:6b4
6db:1ab4,20db 73c:742 754:767,8a9 905+306:972 905+93a:973 905+93e:906 905+93e+306:911 905+93e+93a:974 905+93e+946:912
905+93e+948:914 905+93e+11b64:913 905+946:904 905+94f:975 909:a24 90f+306:90d 90f+946:90e 90f+11b64:910 91f:a1f 920:a20
922:a2b 924+94d+924:a1c 92a:a27 92a+94d+91f:a72 92a+94d+91f+9bf:a07 92a+94d+91f+a40:a08 92a+94d+91f+11b64:a0f 92d:a2e
92e:a38 930+94d+907:908 935:a15 939:a35 93a:111cb,11b60 93d:abd 93e+306:949 93e+93a:93b 941:ac1 942:ac2 946:a4b 948:a48
94d:a4d,acd 964:a830 964+964:965 968:ab0,ae8 96a:aea 96e:aee 970:af0,26ac,110bb,111c7 971:d4e
983:a03,c03,c83,d03,d83,1038,114c1 985+9be:986 98b+9c3:9e0,9e1 998:11492 99a:11494 99c:11496 99e:11498 99f:11499
9a1:1149b 9a3:114aa 9a4:1149e 9a5:1149f 9a6:114a0 9a7:114a1 9a8:114a2 9aa:114a3 9ac:114a9 9ae:114a7 9af:114a8
9b0:9f0,114ab 9b2:1149d 9b7:114ad 9b8:114ae 9bd:114c4 9be:114b0 9bf:93f,a3f,114b1 9c7:114b9 9cd:114c2 9d7:114bd
9e7:114d1 9e8:114d2 9ec:114d6 a05+948:a10 a05+a3e:a06 a05+a4c:a14 a73+11b62:a09 a73+11b63:a0a a85+abe:a86
a85+abe+ac5:a91 a85+abe+ac7:a93 a85+abe+ac8:a94 a85+ac5:a8d a85+ac7:a8f a85+ac8:a90 b05+b3e:b06 b47:1031 b85:bee
b88:bb0,bbe b88+bc1:beb b89:be8,d09 b89+bb3:b8a b89+d57:d0a b8e:bed b8e+bb5:bf7 b90:b9c,d1c b95:be7 b9a:bea b9a+bc1:bec
b9a+bc2:bf2 b9f+bbf:d3a ba3:d23 ba3+d4d:d7a ba8+bc0:bfa ba9:bc8 bae:d25 bae+bc0:bf4 baf:bf0 bb3:bd7 bb4:d34 bb5:d16
bb6:bb8,d36 bb7:bf8 bbf:d3f,d40 bc6:d46 bc6+bc6:d48 bc6+d0e:d10 bc7:d47 bf3:bf5 c05:c85 c06:c86 c07:c87 c0b+c3e:c60
c0c+c3e:c61 c10:c90 c12:c92 c12+c4c:c14,c94 c12+c55:c13,c93 c17:c97 c1c:c9c c1d:c9d c1e:c9e c1f:c9f c21+323:c22 c23:ca3
c26:ca6 c27+5bc:c25 c28:ca8 c2c+323:c2d c2f:caf c30:cb0 c30+5bc:c20 c31:cb1 c32:cb2 c33:cb3 c35+323:c37 c35+c3e:c39
c35+c41:c2e c3f:cbf c41:cc1 c41+c3e:c42 c43:cc3 c43+c3e:c44 c5c:cdc c67:ce7 c68:ce8 c6f:cef c8c+cbe:ce1 c96+323:c16
d07+d57:d08 d12+d3e:d13 d12+d57:d14 d1e:d61 d26+d4d+d30:d6b d28+d41:d0c,d19,d79 d28+d4d:d6f,d7b d28+d4d+d28:d6c
d28+d4d+d2e:d5a d30:d31,1002,10d8 d30+d4d:d6a,d7c d30+102c:1000 d30+102c+1039+d30+102c:1023 d30+103e:1081 d32+d4d:d7d
d33+d4d:d7e d35+d4d+d30:d6e d39+d4d+d2e:d76 d41:d42,d43 d91:db5 d91+dca:d92 d91+dd9:d93 d94:db9 d9b:db6 da0:dc0 da2:dea
daf:deb db7:dc4 dc3+dd8:d8d de8+dcf:de9 de8+dd3:def e02:e03 e04:e14,e15 e06:e21 e08:e88 e0a:e0b e0e:e0f e11:e17 e1a:e9a
e1b:e9b e1d:e9d e1e:e9e e1f:e9f e20:e26 e22:e8d e2f:17d4 e32:e45 e34:17b7 e35:17b8 e36:17b9 e37:17ba e38:eb8 e39:eb9
e40+e40:e41 e48:ec8,17cb e49:ec9 e4a:eca e4b:ecb e4f:17d9 e5a:17d5 e5b:17da f0d+f0d:f0e f1a+f1a:f1b f1a+f1d:f1f
f1d+f1a:fce f1d+f1d:f1e f60+f74+f82+f14:f03 f60+f74+f82+f7f:f02 f62:f6a f68+f7c+f7e:f00 f7a+f7a:f7b f7c+f7c:f7d
1003+103e:1070 1015+102c:101f 1015+102c+103e:106f 1015+103e:1066 101b+103e:1061 101e+103c:1029
101e+103c+b47+102c+103a:102a 1041:1065 104a+104a:104b 107d+103e:107e 1083+30a:109e 1100:11a8 1100+1100:1101,11a9
1100+1102:11fa 1100+1103:115a 1100+1105:11c3 1100+1107:11fb 1100+1109:11aa 1100+1109+1100:11c4 1100+110e:11fc
1100+110f:11fd 1100+1112:11fe 1102:11ab 1102+1100:1113,11c5 1102+1102:1114,11ff 1102+1103:1115,11c6 1102+1105:d7cb
1102+1107:1116 1102+1109:115b,11c7 1102+110c:115c,11ac 1102+110e:d7cc 1102+1110:11c9 1102+1112:115d,11ad 1102+1140:11c8
1102+116e+4e28:723f 1103:11ae 1103+1100:1117,11ca 1103+1103:1104,d7cd 1103+1103+1107:d7ce 1103+1105:115e,11cb
1103+1106:a960 1103+1107:a961,d7cf 1103+1109:a962,d7d0 1103+1109+1100:d7d1 1103+110c:a963,d7d2 1103+110e:d7d3
1103+1110:d7d4 1105:11af 1105+1100:11b0,a964 1105+1100+1100:a965,d7d5 1105+1100+1109:11cc 1105+1100+1112:d7d6
1105+1102:1118,11cd 1105+1103:11ce,a966 1105+1103+1103:a967 1105+1103+1112:11cf 1105+1105:1119,11d0 1105+1105+110f:d7d7
1105+1106:11b1,a968 1105+1106+1100:11d1 1105+1106+1109:11d2 1105+1106+1112:d7d8 1105+1107:11b2,a969 1105+1107+1103:d7d9
1105+1107+1107:a96a 1105+1107+1109:11d3 1105+1107+110b:11d5,a96b 1105+1107+1111:d7da 1105+1107+1112:11d4
1105+1109:11b3,a96c 1105+1109+1109:11d6 1105+110b:111b,d7dd 1105+110c:a96d 1105+110f:11d8,a96e 1105+1110:11b4
1105+1111:11b5 1105+1112:111a,113b,11b6,d7f2 1105+1140:11d7 1105+114c:d7db 1105+1159:11d9 1105+1159+1112:d7dc 1106:11b7
1106+1100:11da,a96f 1106+1102:d7de 1106+1102+1102:d7df 1106+1103:a970 1106+1105:11db 1106+1106:d7e0 1106+1107:111c,11dc
1106+1107+1109:d7e1 1106+1109:11dd,a971 1106+1109+1109:11de 1106+110b:111d,11e2 1106+110c:d7e2 1106+110e:11e0
1106+1112:11e1 1106+1140:11df 1106+1161:535f 1107:11b8 1107+1100:111e 1107+1102:111f 1107+1103:1120,d7e3 1107+1105:11e3
1107+1105+1111:d7e4 1107+1106:d7e5 1107+1107:1108,d7e6 1107+1107+110b:112c 1107+1109:1121,11b9 1107+1109+1100:1122
1107+1109+1103:1123,d7e7 1107+1109+1107:1124 1107+1109+1109:1125 1107+1109+110c:1126 1107+1109+1110:a972
1107+110b:112b,11e6 1107+110c:1127,d7e8 1107+110e:1128,d7e9 1107+110f:a973 1107+1110:1129 1107+1111:112a,11e4
1107+1112:11e5,a974 1109:11ba 1109+1100:112d,11e7 1109+1102:112e 1109+1103:112f,11e8 1109+1105:1130,11e9
1109+1106:1131,d7ea 1109+1107:1132,11ea 1109+1107+1100:1133 1109+1107+110b:d7eb 1109+1109:110a,11bb 1109+1109+1100:d7ec
1109+1109+1103:d7ed 1109+1109+1107:a975 1109+1109+1109:1134 1109+1109+30fc:4e1b 1109+110b:1135 1109+110c:1136,d7ef
1109+110e:1137,d7f0 1109+110f:1138 1109+1110:1139,d7f1 1109+1111:113a 1109+1140:d7ee 1109+30fc+1100:4eca
1109+30fc+1106:5408 110b:11bc 110b+1100:1141,11ec 110b+1100+1100:11ed 110b+1103:1142 110b+1105:a976 110b+1106:1143
110b+1107:1144 110b+1109:1145,11f1 110b+110b:1147,11ee 110b+110c:1148 110b+110e:1149 110b+110f:11ef 110b+1110:114a
110b+1111:114b 110b+1112:a977 110b+1140:1146,11f2 110c:11bd 110c+1107:d7f7 110c+1107+1107:d7f8 110c+110b:114d
110c+110c:110d,d7f9 110c+110c+1112:a978 110c+1169:4e15 110e:11be 110e+110f:1152 110e+1112:1153 110f:11bf 1110:11c0
1110+1110:a979 1110+30fc+1102+110c:2ed1,9577 1111:11c1 1111+1107:1156,11f3 1111+1109:d7fa 1111+110b:1157,11f4
1111+1110:d7fb 1111+1112:a97a 1112:11c2 1112+1102:11f5 1112+1105:11f6 1112+1106:11f7 1112+1107:11f8 1112+1109:a97b
1112+1112:1158 113c+113c:113d 113e+113e:113f 1140:11eb 1140+1107:d7f3 1140+1107+110b:d7f4 114c:11f0 114c+1106:d7f5
114c+1112:d7f6 114e+114e:114f 1150+1150:1151 1159:11f9 1159+1159:a97c 1161+1169:1176 1161+116e:1177 1161+30fc:11a3
1161+4e28:1162 1163+1169:1178 1163+116d:1179 1163+116e:11a4 1163+4e28:1164 1165+1169:117a 1165+116e:117b 1165+30fc:117c
1165+4e28:1166 1167+1163:11a5 1167+1169:117d 1167+116e:117e 1167+4e28:1168 1169+1161:116a 1169+1161+4e28:116b
1169+1163:11a6 1169+1163+4e28:11a7 1169+1165:117f 1169+1165+4e28:1180 1169+1167:d7b0 1169+1167+4e28:1181 1169+1169:1182
1169+1169+4e28:d7b1 1169+116e:1183 1169+4e28:116c 116d+1161:d7b2 116d+1161+4e28:d7b3 116d+1163:1184,1186
116d+1163+4e28:1185 116d+1165:d7b4 116d+1169:1187 116d+4e28:1188 116e+1161:1189 116e+1161+4e28:118a 116e+1165:116f
116e+1165+30fc:118b 116e+1165+4e28:1170 116e+1167:d7b5 116e+1167+4e28:118c 116e+116e:118d 116e+4e28:1171
116e+4e28+4e28:d7b6 1172+1161:118e 1172+1161+4e28:d7b7 1172+1165:118f 1172+1165+4e28:1190 1172+1167:1191
1172+1167+4e28:1192 1172+1169:d7b8 1172+116e:1193 1172+4e28:1194 119e+1161:d7c5 119e+1165:119f 119e+1165+4e28:d7c6
119e+116e:11a0 119e+119e:11a2 119e+4e28:11a1 1206:544 1261:54c 12ae:53b 1323:54a 1401+b7:140d 1401+1420:142b
1404+b7:1411 1405+b7:1413 1405+1420:142d 1406+b7:1415 140a+b7:1418 140a+1420:142e 140b+b7:141a 141e+18df:18dd 1421:14d1
1429:1540 1432+b7:143f 1434+b7:1443 1435:2369 1439+b7:1447 144f+b7:145c 1450:2283,2e27 1450+27:1469 1450+2f:27c9
1450+b7:145e 1450+1455:2ad7 1451+b7:1460 1455:2282,2e26 1455+27:146a 1455+b7:1462 1456+b7:1464 146b+27:1485 146b+b7:1475
146e+b7:1479 1470+b7:147d 1489:1603 1489+b7:1493 148b+b7:1495 148c+b7:1497 148e+b7:149b 1490:1602 1490+b7:149d
1491+b7:149f 14a3+b7:14ad 14a6+b7:14b1 14a7+b7:14b3 14a8+b7:14b5 14ab+b7:14b9 14c0+b7:14ca 14c2+b7:18c7 14c3+b7:18c9
14c4+b7:18cb 14c5+b7:18cd 14c7+b7:14cc 14c8+b7:14ce 14d3:1604 14d3+b7:14dd 14d5+b7:14df 14d6+b7:14e1 14d7+b7:14e3
14d8+b7:14e5 14da:1607 14da+b7:14e7 14db+b7:14e9 14ed+b7:14f7 14ef+b7:14f9 14f0+b7:14fb 14f1+b7:14fd 14f2+b7:14ff
14f4+b7:1501 14f5+b7:1503 150b+3c:150c 150b+62:150e 150b+1455:150d 150b+1490:150f 1510+b7:1518 1511+b7:151a 1512+b7:151c
1513+b7:151e 1514+b7:1520 1515+b7:1522 1516+b7:1524 1528+b7:1532 1529+b7:1534 152a+b7:1536 152b+b7:1538 152d+b7:153a
152e+b7:153c 1543:1622 1543+b7:18e0 1546:1623 154a:1624 154c+b7:154f 1550+50:157f 1550+62:1583 1550+62+307:1584
1550+64:1581 1550+146b:166f 1550+146c:157e 1550+146e:1580 1550+1470:1582 1550+1483:1585 155a+b7:155c 155e+b7:18e3
1566+b7:18e4 1567+b7:1569 156b+b7:18e5 1586+b7:18e8 1595+4a:1591 1595+1489:1670 1595+148a:158e 1595+148b:158f
1595+148c:1590 1595+148e:1592 1595+1490:1593 1595+1491:1594 1596+4a:1673 1596+148b:1671 1596+148c:1672 1596+148e:1674
1596+1490:1675 1596+1491:1676 1597+b7:18ea 15a7+b7:1677 15a8+b7:1678 15a9+b7:1679 15aa+b7:167a 15ab+b7:167b 15ac+b7:167c
15ad+b7:167d 15d2:2aab 15d5:2aaa 15e1:a4f7 15f4+b7:18f0 161b+b7:18f2 1660:a4ed 16b9:a6b0 16bc:16e1 16bd:16c2,237f
16cb:1d23f 16cf:2191 16d0:21bf 16d0+16da:2963 16d0+21c2:296e 16da:21be,2a21 16dc:22c4,25c7,25ca,2662,10294,118b7,1f754
16dc+332:235a 16de:22c8,2a1d 16e6:104d0 16e8:2195 16ef:2d63 1715:1734 178a:178f 17a2:17a3 1835:1855 185c:1896
18df+141e:18dc 18f5:18db,a7f1 199e:19d0 19b1:19d1 1a45:1a80,1a90 1aa8+1aa8:1aa9 1aaa+1aa8:1aab 1ac6:1ad9 1ac8:1e6ee
1ada:1de8 1adb:2dee 1ae5:1ae7 1ae9:31a 1b0d:1b52 1b11:1b53 1b28:1b58 1b50:1b5c 1b5e+1b5e:1b5f 1c3b+1c3b:1c3c
1c7e+1c7e:1c7f 1d00:ab7a 1d05:ab70 1d07:ab7c 1d0a:ab7b 1d0e:377,438,1044d 1d0e+326+306:48b 1d18:1d29,abb2 1d19:44f
1d1b:3c4,442,2ca7,ab72 1d1b+329:4ad 1ddf:2de8 1e9f:3b4,56e,1577,2cdd,2e39 20b8:3012 20e9:a66f 2132:15b5,a4de 2144:1d21b
219e:2bec 219f:2bed 21a0:2bee 21a1:2bef 21b2:21b5 21c3+16da:296f 21c3+21c2:2965 2202:1e8cc 2202+335:f0,1e8cd 2205:2300
2207:118a8 2207+308:2362 2207+334:236b 220e:2588,25a0 2210:2a3f 2220:1e8c8 2227:22c0 2234:2e2b 2235:2e2a 2237:2e2c
2248:111de 224f:264e,1f75e 2261:2263,2cb7 228d:2a03 228e:2a04 228f:1d238 2290:1d239 2293:2a05 2294:2a06 2297:2a02
229b:235f 22a0:1f771 22a1:1f755 22b2:25c1 22b3:25b7 22c6+308:2363 2312:25e0 2319:2a3d 2324:2325 233b:29c7 233e:25ce,29be
2342:29c5 2349:29b0 234b:23c3 234e:23c2 2355:23c1 236d:23c6 2388:2638 23e5:25b1 23fb:23fc 2502:2503 250c:250f 251c:2523
258c:2590 2596:2597 2598:259d 25a1:2610 25b6:25b8,25ba 2627:2ce9 2629:1f70a 263d:1f312,1f319 263e:23fe,1f318
276c:27e8,3008,304f,31db,21fe8 276d:27e9,3009 27e6:301a 27e7:301b 299a:29d9 29df:1f73a 2a1f:2a3e 2c3f:a992 2c6b:2c8c
2c6c:2c8d 2c6f:15c4,2200,a4ef,1d217 2c70:1041f 2c75:370,13a8,13b0,a6b1 2c76:ab80 2d40:102b8 2d42:205e,2999,2e3d,1ceef
2d57:205d,22ee 2dec:1dee 303c:2341,29c4 3078:30d8 30fc:1173,2014,2015,2500,2501,31d0,4e00,a7f7 30fc+1161:d7b9
30fc+1165:d7ba 30fc+1165+4e28:d7bb 30fc+1169:d7bc 30fc+116e:1195 30fc+30fc:1196 30fc+4e28:1174 30fc+4e28+116e:1197
353e:2e8b 3588:439b 363d:39b3 38fa:2e97 3a41:6409 3ada:66f6 3b35:80f6 3b3a:5e50 3b3b:4420 3ba3:69e9 4039:9fc3 403f:6663
4443:6726 46b6:8a1e 4e28:1175,239c,239f,23a2,23a5,23aa,23ae,31d1 4e28+1161:1198 4e28+1163:1199 4e28+1163+1169:d7bd
4e28+1163+4e28:d7be 4e28+1167:d7bf 4e28+1167+4e28:d7c0 4e28+1169:119a 4e28+1169+4e28:d7c1 4e28+116d:d7c2 4e28+116e:119b
4e28+1172:d7c3 4e28+119e:119d 4e28+30fc:119c 4e28+4e28:d7c4 4e2c:2ea6 4e59:31e0 4e5a:2e83,31df 4e5b:2e82,31d6 4e80:2ef2
4e85:31da 4e8c:30cb 4ebb:2e85,30a4 4f75:5002 5024:503c 513f:3126,16ff2 5140:2e8e 516b:30cf 51f5:20674 5202:2e89
529b:30ab 534d:fd6 5350:fd5 5351:2d161 535c:30c8 53e3:30ed,56d7 5553:555f 571f:58eb 5861:586b 58ab:58ff 58f7:21533
5915:30bf 591a:21587 5aaf:5b00 5c22:2e90 5c23:2e8f 5cc0:2b73a 5de5:30a8 5df3:2e92 5e21:5e32 5e7a:2e93 5f51:2e94
5f9a:22505 5fc4:2e96 6236:6238 624c:2e98 6535:2e99 6589:2eeb 65e1:2e9b 665a:6669 670c:80a6 670f:80d0 6710:80ca 6713:8101
6718:8127 6723:81a7 676e:67ff 699d:6a27 6b6f:2eed 6b7a:2e9e 6c11:2ea0 6c35:2ea1 6c3a:2ea2 6d85:23d40 6e88:6f59 706c:2ea3
722b:2ea4 72ad:2ea8 73a5:248fd 7814:784f 793b:2ead 7adc:2eef 7cf9:2eaf 7d55:7d76 7dc7:31e7c 7f52:2eab,2eb2 7f53:2eb1
8002:2eb9 8080:2eba 80fc:8141 8279:2ebe,2ebf,2ec0 848d:853f 8637:8641 864e:2ec1 8864:2ec2 897f:2ec4 8980:2ec3 89c1:2ec5
8a2e:8a7d 8b86:8b8f 8ba0:2ec8 8c5c:8c63 8d1b:25ad4 8d1d:2ec9 8d7f:8d86 8de5:8dfa 8e97:8e9b 8eff:8f27 8f66:2ecb
8fb6:2ecc,2ecd 90ce:90de 93ad:93ae 9485:2ed0 9578:2ed2 957f:2ed3 95e8:2ed4 961d:2ecf,2ed6 96b7:96b8 9752:2ed8 97e6:2ed9
9875:2eda 98ce:2edb 98de:2edc 98df:2edd 98e0:2edf 9963:2ee0 9a6c:2ee2 9b3c:2ee4 9c7c:2ee5 9e42:9e43 9ea6:2ee8 9ec4:2ee9
9ed1:9ed2 9f50:2eec 9f7f:2eee 9f99:2ef0 a04a:a49e a050:a4ac a0c0:a49c a132:a4a8 a259:a4bf a2b1:a4be a2cd:a494 a3ab:a4c0
a3b5:a4c2 a3bf:a4ba a3c2:a4b0 a458:a4a7 a4d5:22a5,27c2,a7b1,1d21c a4e4:a79e a4e8:2141 a4f6:2142,10411,16f26,1d215,1d22b
a64c:2cb0,a7b6 a658:16f1c,1f701 a669:104eb a6f3+a6f3:a6f4 a727:a795 a73e:3ff a73f:37d a779:a77a a786:10a0
a792:404,20ac,2c88 a793:25b,3b5,454,511,22f4,2c89,ab9b,10429,118ce a793+332:2377 a7ce:295,a7cf a7d3:a7d2 a7d5:a7d4
a7fb:15b7,1d230 a8fb:111dc a8fc:111db a99d:a9a3 a9d0:a9c6 aa01:aa53 aa23:aa56 102a8:2295,2a01,a69a,1f728
102bc:25bd,1d214,1f704 102c0:29d6 10382:103d1 10393:103d3 1039a:12038 10412:a79a 1043a:a79b 10486:104a0 1099e:2625,132f9
10a56+10a56:10a57 10c82:10cfc 10ca5:10cfa 10efa:348 11434+11442+11412:11413 11434+11442+11418:11419
11434+11442+11423:11424 11434+11442+11429:1142a 11434+11442+1142c:1142d 11434+11442+1142e:1142f 1144b+1144b:1144c
11582:115d8,115d9 11583:115da 11584:115db 115b2:115dc 115b3:115dd 11641+11641:11642 11ae5+11ae5:11ae8
11ae5+11ae5+11aef:11ae9 11ae5+11ae5+11af0:11aea 11ae5+11aef:11ae6 11ae5+11af0:11ae7 11aeb+11aeb:11aed
11aeb+11aeb+11aef:11aee 11aeb+11aef:11aec 11af3+11aef:11af4 11af3+11af0:11af5 11af3+11af3:11af6 11af3+11af3+11aef:11af7
11af3+11af3+11af0:11af8 11b62:956,a41 11b63:957,a42 11b64:947,a47 11c41+11c41:11c42 11caa:11cb2 16f00:2143 16ff3:5152
1b122:4e8e 1ccfa:1f40d 1ccfc:1f443 1ceba:1f377 1cebb:1f3e2 1cebc:1f333 1cebd:1f34e,1f34f 1cebe:1f352 1cebf:1f353
1cee0:28ff 1cef0:29b5 1d158+1d165:2669 1d158+1d165+1d16e:266a 1f10e:21ba 1f6f8:1ccfb 1f8d0:21c4 1f8d1:21cc 1fa55:2657
1fa57:265d 1fbfa:1f514 216a8:216a7 2335f:2b73e 24814:2aec5 25119:2511a 265a8:2659d 26c36:26d06 278ae:4695 2b73f:6138
$data$, '\s+') word where word <> ''),
  targets as (
    select g.sources, (select string_agg(chr(('x' || lpad(code, 8, '0'))::bit(32)::int), '' order by place)
      from string_to_table(g.target, '+') with ordinality codes (code, place)) as target from groups g)
  select jsonb_object_agg(chr(('x' || lpad(code, 8, '0'))::bit(32)::int), t.target) into signs
    from targets t, string_to_table(t.sources, ',') code;
  -- a constant of the function, which is read once for each connection
  execute format($create$
    create function stand_in(name text) returns text language plpgsql immutable strict parallel safe as $body$
    begin
      return (select string_agg(coalesce(%L::jsonb ->> sign, sign), '' order by place)
        from string_to_table(name, null) with ordinality signs (sign, place));
    end $body$ $create$, signs::text);
end $confusables$;

-- What a name looks like, written in small letters or in capitals: some letters look like another one in one of the two only.
-- Two names look alike if one of the two forms is the same. 0 and o, and 1, i and l are alike, as in looks_of.
create function reads(name text, capitals boolean) returns text language plpgsql immutable strict parallel safe as $$
declare
  seen text := name;
begin
  if name ~ '^[\u0020-\u007e]*$' then
    seen := translate(lower(name), '01i|', 'olll');
    return case when capitals then seen else replace(seen, 'm', 'rn') end;
  end if;
  seen := normalize(regexp_replace(name,
    '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164'
    '\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffc\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+', '', 'g'), NFKC);
  seen := case when capitals then upper(seen) else lower(upper(seen)) end;
  return translate(lower(stand_in(normalize(seen, NFD))), '01i|', 'olll');
end $$;

-- The same without blanks, punctuation and accents that stand alone, as in name_looks: of a pod or a network.
create function reads_bare(name text, capitals boolean) returns text language sql immutable strict parallel safe as $$
  select coalesce(nullif(regexp_replace(regexp_replace(reads(name, capitals), '(^|\s)[\u0300-\u036f]+', '', 'g'),
    '[\s\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007e\u00a0-\u00bf\u02b9-\u02df\u058a\u2000-\u206f\u2212'
    '\u2e00-\u2e7f\u3000-\u303f\u30a0]+', '', 'g'), ''), reads(name, capitals))
$$;

-- Of each name of an active pod and of a network what it looks like, once each. Names that look alike and were given before
-- this rule stay as they are: the older one holds the looks.
create table names_taken (
  kind text not null check (kind in ('pod', 'group')),
  looks text not null,
  subject_id uuid not null,
  primary key (kind, looks)
);
create index names_taken_subject on names_taken (subject_id);
-- Always in one order, so that nobody waits in a circle.
create function take_name(place text, subject uuid, name text) returns void language sql as $$
  insert into names_taken (kind, looks, subject_id)
    select distinct place, looks, subject from unnest(array[reads_bare(name, false), reads_bare(name, true)]) looks
    order by looks
$$;
-- Of those that were there before, or came past the triggers.
create function take_all_names() returns void language sql as $$
  insert into names_taken (kind, looks, subject_id)
    select place.kind, looks, place.id
    from (select 'pod' as kind, id, name, created_at from pods where status = 'active'
        union all select 'group', id, name, created_at from groups) place,
      unnest(array[reads_bare(place.name, false), reads_bare(place.name, true)]) looks
    where not exists (select from names_taken t where t.subject_id = place.id)
    order by place.created_at, place.id
  on conflict do nothing
$$;
select take_all_names();
create function take_pod_name() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then delete from names_taken t where t.subject_id = old.id; end if;
  if tg_op <> 'DELETE' and new.status = 'active' then perform take_name('pod', new.id, new.name); end if;
  return null;
end $$;
create trigger take_name after insert or delete on pods for each row execute function take_pod_name();
create trigger take_name_anew after update of name, status on pods for each row
  when (old.name <> new.name or old.status <> new.status) execute function take_pod_name();
create function take_group_name() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then delete from names_taken t where t.subject_id = old.id; end if;
  if tg_op <> 'DELETE' then perform take_name('group', new.id, new.name); end if;
  return null;
end $$;
create trigger take_name after insert or delete on groups for each row execute function take_group_name();
create trigger take_name_anew after update of name on groups for each row
  when (old.name <> new.name) execute function take_group_name();

-- The words of a name as they look, each between blanks; without signs, and without accents: á is not a, but an Ádmin
-- speaks for the place all the same. Letters that stand apart are one word.
create function words_read(name text, capitals boolean) returns text language plpgsql immutable strict parallel safe as $$
declare
  words text[] := array(
    select regexp_replace(reads(word, capitals), '[\u0300-\u036f]+', '', 'g')
    from regexp_split_to_table(name,
      '[\s\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b\u007d\u007e\u00a0-\u00a9\u00ab-\u00b1\u00b4-\u00b8\u00bb-\u00bf\u00d7\u00f7'
      '\u02b9-\u02df\u058a\u2000-\u200a\u2010-\u202f\u2030-\u205f\u20a0-\u20ff\u2117\u2120\u2122\u2190-\u245f\u2500-\u2bff'
      '\u2e00-\u2e7f\u3000-\u303f\u30a0\ufe10-\ufe6f\U0001f000-\U0001f0ff\U0001f200-\U0001faff]+') word
    where word <> '');
begin
  if not exists (select from unnest(words) word where char_length(word) > 1) then
    return ' ' || array_to_string(words, '') || ' ';
  end if;
  return ' ' || array_to_string(words, ' ') || ' ';
end $$;

-- Words that speak for those who run the place. The program adds what the place and its assistant are called (members/house.ts).
-- "brand": refused wherever it stands in a name; "filler": says nothing by itself. `looks`: in small letters and in capitals.
create table reserved_words (
  word text primary key,
  kind text not null check (kind in ('office', 'filler', 'brand', 'assistant')),
  looks text[] not null default '{}'
);
create function look_at_word() returns trigger language plpgsql as $$
begin
  new.looks := array[trim(words_read(new.word, false)), trim(words_read(new.word, true))];
  return new;
end $$;
create trigger look_at_word before insert or update on reserved_words for each row execute function look_at_word();
insert into reserved_words (word, kind) values ('the', 'filler'), ('site', 'filler');
insert into reserved_words (word, kind) select word, 'office' from unnest(array['admin', 'admins', 'administrator',
  'administrators', 'moderator', 'moderators', 'mod', 'mods', 'support', 'staff', 'official', 'team', 'sysadmin', 'webmaster',
  'postmaster', 'helpdesk']) word;

-- Whether a name is made of such words alone, one or two to a word, or holds the name of the place. Numbers and bars are
-- letters or signs, whichever makes it such a name.
create function is_reserved_name(name text) returns boolean language plpgsql stable strict parallel safe as $$
declare
  form integer;
  said text;
  words text;
  kept text[];
  brands text[];
  fillers text[];
  letters text := replace(translate(lower(regexp_replace(name, '[^A-Za-z01|]+', '', 'g')), '01i|', 'olll'), 'm', 'rn');
  fewer text := replace(translate(lower(regexp_replace(name, '[^A-Za-z]+', '', 'g')), 'i', 'l'), 'm', 'rn');
begin
  -- most names hold none of these words, and are seen through at once
  if name ~ '^[\u0020-\u007e]*$' and not exists (select from reserved_words w where w.kind <> 'filler'
      and (position(replace(w.looks[1], ' ', '') in letters) > 0 or position(replace(w.looks[1], ' ', '') in fewer) > 0)) then
    return false;
  end if;
  for form in 1..2 loop
    select array_agg(replace(w.looks[form], ' ', '')) filter (where w.kind <> 'filler' and w.looks[form] <> ''),
      coalesce(array_agg(w.looks[form]) filter (where w.kind = 'brand' and w.looks[form] <> ''), '{}'),
      array_agg(w.looks[form]) filter (where w.kind = 'filler') into kept, brands, fillers from reserved_words w;
    foreach said in array array[name, regexp_replace(name, '[|0-9]+', ' ', 'g')] loop
      words := words_read(said, form = 2);
      if exists (select from unnest(brands) brand where position(' ' || brand || ' ' in words) > 0
          or char_length(brand) >= 6 and position(' ' || replace(brand, ' ', '') in words) > 0) then
        return true;
      end if;
      if exists (select from string_to_table(trim(words), ' ') word where word <> '' and word <> all (fillers))
        and not exists (select from string_to_table(trim(words), ' ') word
          where word <> all (fillers) and word <> all (kept) and not exists (select from unnest(kept || fillers) one
            where starts_with(word, one) and substr(word, char_length(one) + 1) = any (kept))) then
        return true;
      end if;
    end loop;
  end loop;
  return false;
end $$;

create function mind_name() returns trigger language plpgsql as $$
begin
  if is_reserved_name(to_jsonb(new) ->> tg_argv[0]) then
    raise check_violation using constraint = 'name_is_reserved', message = 'this name is kept for those who run the place';
  end if;
  return new;
end $$;
create trigger mind_name before insert on pods for each row execute function mind_name('name');
-- After: with a trigger before it, each update of a row, also of its number of members, would lock the row first, and two who
-- join at once would wait in a circle.
create trigger mind_name_anew after update of name on pods for each row when (old.name <> new.name)
  execute function mind_name('name');
create trigger mind_name before insert on groups for each row execute function mind_name('name');
create trigger mind_name_anew after update of name on groups for each row when (old.name <> new.name)
  execute function mind_name('name');
create trigger mind_name before insert on group_creation_requests for each row execute function mind_name('group_name');

-- Usernames in small letters: as looks_of, and rn for m, which look alike in small letters only.
create function reads_username(username text) returns text language sql immutable strict parallel safe
  return replace(looks_of(username), 'm', 'rn');
create index profiles_username_reads on profiles (reads_username(username));
create index taken_sign_ups_reads on taken_sign_ups (reads_username(username));

-- As in 026, but two that look alike in small letters wait for each other, and one of them is given. Two that were given
-- before stay.
create or replace function hold_name() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(reads_username(new.username), 5));
  if exists (select from profiles p where reads_username(p.username) = reads_username(new.username))
    or exists (select from taken_sign_ups t where reads_username(t.username) = reads_username(new.username))
    or exists (select from left_names l where l.looks = left_name(new.username) and l.until > now())
    or is_reserved_name(new.username) then
    raise unique_violation using message = 'this name is held';
  end if;
  return new;
end $$;

-- Why a member may not be called so: "reserved", or "another", whose username it looks like. Signs around do not count, nor
-- those that usernames may hold; a blank does, for no username holds one: whoever is called John Smith is not johnsmith.
create function display_name_fault(name text, own_username text, member uuid) returns text language plpgsql stable as $$
declare
  edge constant text :=
    '[\s\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007e\u00a0-\u00a9\u00ab-\u00b1\u00b4-\u00b8\u00bb-\u00bf\u00d7\u00f7'
    '\u02b9-\u02df\u058a\u2000-\u206f\u20a0-\u20ff\u2117\u2120\u2122\u2190-\u245f\u2500-\u2bff\u2e00-\u2e7f\u3000-\u303f\u30a0'
    '\ufe00-\ufe6f\ufeff\U0001f000-\U0001f0ff\U0001f200-\U0001faff\U000e0000-\U000e0fff]+';
  bare text := regexp_replace(regexp_replace(name, '^' || edge, ''), edge || '$', '');
  small text := regexp_replace(reads(bare, false), '[._-]+', '', 'g');
  large text := regexp_replace(reads(bare, true), '[._-]+', '', 'g');
begin
  if small = reads_username(own_username) or large = looks_of(own_username) then return null; end if;
  if is_reserved_name(name) then return 'reserved'; end if;
  if exists (select from profiles p where looks_of(p.username) = large and p.id is distinct from member)
    or exists (select from profiles p where reads_username(p.username) = small and p.id is distinct from member)
    or exists (select from taken_sign_ups t where looks_of(t.username) = large)
    or exists (select from taken_sign_ups t where reads_username(t.username) = small)
    or exists (select from left_names l where l.looks = sha256(convert_to(large, 'UTF8')) and l.until > now())
  then return 'another'; end if;
  return null;
end $$;
create function mind_display_name() returns trigger language plpgsql as $$
declare
  fault text := display_name_fault(new.display_name, new.username, new.id);
begin
  if fault is not null then
    raise check_violation using constraint = 'name_is_' || fault, message = 'a member may not be called so';
  end if;
  return new;
end $$;

-- Who bears the mark of an administrator. The rule is that of members/administrators.ts; the addresses of ADMIN_EMAILS are
-- written here by the program when it starts. A column, so that a name with its mark costs no more than a name.
alter table profiles add column is_administrator boolean not null default false;
create table administrator_addresses (email text primary key);

create function mark_administrator(member uuid) returns void language plpgsql as $$
begin
  -- whoever writes the addresses just now holds the table against this, and looks at everyone after it
  perform from administrator_addresses a join "user" u on u.email = a.email where u.id = member for share of a;
  update profiles p set is_administrator = not p.is_administrator
    from profiles_private s join "user" u on u.id = s.id
    where p.id = member and s.id = member and p.is_administrator <> (s.suspended_at is null and (s.is_admin
      or u."emailVerified" and exists (select from administrator_addresses a where a.email = u.email)));
end $$;
create function mark_of_private() returns trigger language plpgsql as $$
begin
  perform mark_administrator(new.id);
  return null;
end $$;
create trigger mark_administrator after update of is_admin, suspended_at on profiles_private for each row
  when (old.is_admin <> new.is_admin or (old.suspended_at is null) <> (new.suspended_at is null))
  execute function mark_of_private();
-- By its name after profiles_of_new_user.
create trigger with_mark after insert on "user" for each row when (new."emailVerified") execute function mark_of_private();
create trigger with_mark_anew after update of email, "emailVerified" on "user" for each row
  when (old.email <> new.email or old."emailVerified" <> new."emailVerified") execute function mark_of_private();
create function mark_administrators(emails text[]) returns void language plpgsql as $$
declare one uuid;
begin
  lock table administrator_addresses in exclusive mode;
  delete from administrator_addresses a where a.email <> all (emails);
  insert into administrator_addresses (email) select distinct unnest(emails) on conflict do nothing;
  for one in select u.id from "user" u where u.email = any (emails)
    union select p.id from profiles p where p.is_administrator
    union select s.id from profiles_private s where s.is_admin order by 1
  loop
    perform mark_administrator(one);
  end loop;
end $$;
create index profiles_administrators on profiles (id) where is_administrator;
create index profiles_private_administrators on profiles_private (id) where is_admin;
select mark_administrators('{}');

-- One line: what breaks it is a blank, and what cannot be seen but controls the text or turns it around is taken out. What
-- puts emoji together stays, and so do the joiners of Persian and of the scripts of India. The contract does the same
-- (names.ts) before it checks anything; here is what was written before.
create function one_line(words text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(regexp_replace(words, '[\u0009-\u000d\u0085\u2028\u2029]+', ' ', 'g'),
    '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+', '', 'g')
$$;
update posts set title = one_line(title) where title <> one_line(title);
update poll_options o set option_text = one_line(o.option_text) where o.option_text <> one_line(o.option_text)
  and not exists (select from poll_options other where other.post_id = o.post_id and other.id <> o.id
    and lower(one_line(other.option_text)) = lower(one_line(o.option_text)));
-- two of a poll that read the same by that are kept apart
update poll_options set option_text = left(one_line(option_text), 90) || ' (' || left(id::text, 4) || ')'
  where option_text <> one_line(option_text);
update local_events set title = one_line(title), location = one_line(location), address = one_line(address)
  where (title, location, coalesce(address, '')) <> (one_line(title), one_line(location), coalesce(one_line(address), ''));
update profiles set display_name = one_line(display_name), location = one_line(location)
  where (coalesce(display_name, ''), coalesce(location, ''))
    <> (coalesce(one_line(display_name), ''), coalesce(one_line(location), ''));
update profiles_private set first_name = one_line(first_name), last_name = one_line(last_name)
  where (coalesce(first_name, ''), coalesce(last_name, ''))
    <> (coalesce(one_line(first_name), ''), coalesce(one_line(last_name), ''));
update groups set location = one_line(location) where location <> one_line(location);
update group_creation_requests set location = one_line(location) where location <> one_line(location);
alter table posts add constraint posts_title_line check (title = one_line(title));
alter table poll_options add constraint poll_options_line check (option_text = one_line(option_text));
alter table local_events add constraint local_events_lines
  check (title = one_line(title) and location = one_line(location) and address = one_line(address));
alter table profiles add constraint profiles_lines
  check (display_name = one_line(display_name) and location = one_line(location));
alter table profiles_private add constraint profiles_private_lines
  check (first_name = one_line(first_name) and last_name = one_line(last_name));
alter table groups add constraint groups_location_line check (location = one_line(location));
alter table group_creation_requests add constraint group_creation_requests_location_line
  check (location = one_line(location));

-- Last: what members were called before the rule stays, also where one_line changed it just now.
create trigger mind_display_name before insert on profiles for each row when (new.display_name is not null)
  execute function mind_display_name();
create trigger mind_display_name_anew before update of display_name on profiles for each row
  when (new.display_name is not null and old.display_name is distinct from new.display_name)
  execute function mind_display_name();
