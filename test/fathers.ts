/** For tests: names of fathers in many languages and scripts. No rule about names may refuse one of them. */
export const FATHERS: Record<string, string[]> = {}
const of = (language: string, names: string) => {
  FATHERS[language] = names.split(',').map((name) => name.trim())
}
of(
  'English',
  "Adrian, Adam, Adminton, Moda, Modesto, Modena Jones, Maud, Suporn, Dad of Six, Peter Support, Support Dad, Father Kingsley, Fatherly King, Kin, Kingsley Father, Father Kinney, Joe Root, Pop Smith, Dave (Pop), Modern Dad, Supporter, Addmin, Team Smith, Staff Sergeant Dan, Hilfe, Stafford, Teamster Bob, Official Bob, Tom O'Brien, Mr. Smith, Jean-Luc, Dr. Bob Jones Jr., John Smith 3rd, Dad4Life, Dad 2 Be, Mark Sr., Chief, Chief Joseph, Community Dad, Global Dad, Senior, Tech Dad, Joe User, Mo D., Al Head, Leader Lee, Main, Your Dad, Rob Head, John Main, Super Dad, User One, Realdad, Rodney, Modley, Cory Unknown-Smith, The Real Dad, Amin, Adnan, Aldin, Mike & Sam, The Dad, Tim Offic, Sid, Pip",
)
of(
  'German',
  'Jürgen Müller, Björn Weiß, Götz Groß, Günther Jäger, Uwe, Hans-Peter Schäfer, Sönke, Ralf, Matthias, Wolfgang Moder, Heinrich Amtmann',
)
of(
  'French',
  "François, Étienne, Gaël, Loïc, Jean-François, Benoît d'Aubigné, Noël, Aurélien, Cédric Lefèvre, Œuvrard, Rémi Modérat",
)
of('Spanish', 'José, Ángel, Íñigo, Muñoz, Jesús María, Raúl Ibáñez, Joaquín, Óscar, Modesto Pérez, Adolfo, Amadeo')
of('Portuguese', 'João, Antônio, Luís Gonçalves, Conceição, Simão, Inácio, Magalhães, Estêvão, Adão, Araújo')
of('Italian', 'Niccolò, Giosuè, Matteo, Gianluca D’Angelo, Adamo, Modestino, Amedeo, Pierò')
of(
  'Dutch and Scandinavian',
  "Jeroen van 't Hof, Søren, Bjørn Ødegård, Åke, Jörgen, Håkon, Ásgeir, Þorsteinn, Guðmundur, Sigurður, Jón Ragnarsson, Väinö, Jyrki, Mikael Ström, Đinđić",
)
of(
  'Polish, Czech and Slovak',
  'Łukasz, Paweł, Stanisław, Zażółć, Jiří, Ondřej, Dvořák, Žižka, Ľubomír, Štefan, Wojciech Śliwa, Bořek',
)
of(
  'Hungarian, Romanian and Turkish',
  'Gergő, Ferenc Kőszegi, Ștefan, Țepeș, Mihăiță, Işık, İbrahim, Çağlar, Gökhan, Ömer, Yiğit, Oğuz, Emin, Aydın, Yalçın, Ünal',
)
of(
  'Baltic and Albanian',
  'Jānis, Kārlis, Ēriks, Žygimantas, Šarūnas, Tõnu, Ülo, Kęstutis, Gjergj, Shpëtim, Agim, Blerim',
)
of('Irish and Welsh', 'Seán, Pádraig, Tadhg, Ó Súilleabháin, Siôn, Tŷ, Llŷr, Gruffudd, Aodhán, Micheál')
of('Vietnamese', 'Nguyễn Văn Đức, Trần Hưng, Lê Lợi, Phạm Đình, Hoàng Đạo, Đặng Tùng, Bùi Tiến, Vũ Ngọc, Đỗ Mười')
of('Hawaiian and Maori', 'Kāne, Kalākaua, Māui, Ngārimu, Wiremu Pōtae, Tāne')
of(
  'Greek',
  'Γιώργος, Νίκος, Δημήτρης, Κώστας, Ιωάννης, Σπύρος, Θανάσης, Χρήστος, Παναγιώτης, Μόδεστος, Αδάμ, Άδωνις, Ανδρέας, Βασίλης, Τάσος, Μάνος, Αντώνης, Λάμπρος, Πόπη, ΜΑΝΟΣ, ΤΑΣΟΣ, Αδαμάντιος, Στάθης',
)
of(
  'Russian',
  'Иван, Сергей, Дмитрий, Андрей, Адам, Модест, Николай, Пётр, Алексей, Роман, Том, Тимур, Юрий, Фёдор, Максим, Артём, Степан, Савва, Матвей, ИВАН, АДАМ, МОДЕСТ, Попов, Поп, Рома, Админов, Тимофей, Марат',
)
of(
  'Ukrainian, Belarusian, Bulgarian and Serbian',
  'Олексій, Андрій, Євген, Їжак, Ґедройц, Данило, Яўген, Мікалай, Димитър, Георги, Ђорђе, Милош, Његош, Љубиша, Ћира, Џоко, Огнен, Ѓорѓи',
)
of(
  'Kazakh, Mongolian and Tajik',
  'Нұрсұлтан, Әлихан, Бауыржан, Өмір, Батбаяр, Ганбаатар, Төмөр, Рустам, Ҷамшед, Фирдавс',
)
of('Armenian', 'Արամ, Հայկ, Տիգրան, Գևորգ, Սարգիս, Ադամ, Վարդան, Աշոտ, Սամվել, Նարեկ')
of('Georgian', 'გიორგი, დავით, ლევან, ნიკა, ზურაბ, ადამ, თამაზ, ირაკლი, შოთა')
of('Hebrew', 'יוסף, דוד, אדם, משה, אברהם, נתן, יִצְחָק, שמעון, עמנואל, גד')
of('Arabic', 'محمد, أحمد, علي, حسن, يوسف, عبد الله, إبراهيم, آدم, مُحَمَّد, خالد, طارق, أمين, عمر, هادي, أبو مودة')
of('Persian and Urdu', 'علی‌رضا, پدر, حسین, رضا, مهدی, کیوان, ژوبین, فرید احمد, گوہر, چنگیز')
of('Hindi, Marathi and Nepali', 'राम, मोहन, अर्जुन, विजय कुमार, कृष्ण, आदम, संजय, शिव, प्रकाश, ज्ञानेश्वर')
of('Bengali, Punjabi and Gujarati', 'রহিম, সৌরভ, আদম, মোহন, অমিত, ਗੁਰਪ੍ਰੀਤ, ਹਰਜੀਤ, ਮਨਮੋਹਨ, નરેન્દ્ર, મોહન, હાર્દિક')
of(
  'Tamil, Telugu, Kannada, Malayalam and Sinhala',
  'முருகன், கண்ணன், ராமன், రాము, వెంకట్, ಬಸವ, ರಾಜು, മോഹൻ, ജോസഫ്, രാമൻ, සුනිල්, නිමල්',
)
of('Thai, Lao, Khmer and Burmese', 'สมชาย, สุพร, ประยุทธ์, อาทิตย์, ອານຸ, ບຸນມີ, សុខា, វណ្ណៈ, အောင်, မောင်, ဦးသန့်')
of('Chinese', '王伟, 李强, 张三, 刘洋, 陳大文, 山, 千, 丁一, 卜凡, 几米, 卢山, 乙一, 长江, 田中, 王八, 马云')
of('Japanese', '太郎, 山田, さとし, ケンジ, ヒロシ, 翔太, フジ, 千尋, 山下達郎, ノボル, ジョー')
of('Korean', '김민준, 이서준, 박지훈, 최현우, 정우진, 강, 고은, 모도, 아담, 이민')
of('Ethiopic, Amazigh and N’Ko', 'አበበ, ተስፋዬ, ዳዊት, አዳም, ሙሉጌታ, ⵉⴷⵉⵔ, ⵎⵙⵙⵉⵏ, ⴰⵎⴰⵢⴰⵙ, ߡߊߡߊߘߎ, ߝߏߘߋ')
of('Cherokee', 'ᏣᎳᎩ, ᏍᏏᏉᏯ, ᏩᏯ, ᎠᏓᎻ, ᏗᎭᎾ, ᏌᎳ, ᎠᏂ, ᏔᎵ')
of('Canadian syllabics', 'ᐃᓄᒃ, ᐃᓄᐃᑦ, ᐊᑕᒥ, ᓄᓇᕗᑦ, ᐱᑕ, ᒪᑦᑎᐅ, ᐹᓪ, ᔫᓯ, ᑎᒪ, ᐊᓐᒍᑦ, ᑭᓇ, ᐸᐸ')
of('Tibetan, Mongolian script and Yi', 'བསྟན་འཛིན, རྡོ་རྗེ, པད་མ, ᠪᠠᠲᠤ, ᠲᠡᠮᠦᠷ, ꆈꌠ, ꀉꂿ')
of(
  'African languages',
  'Chukwuemeka, Olúwaṣeun, Adébáyọ̀, Ọlá, Ñamandu, Kwame, Sékou, Mamadou, Tendai, Thabo, Ŋaŋ, Ɓala, Ɗan Fodio, Ƙarami, Ɛkow, Kɔfi, Adomako, Temba',
)
of(
  'Romanized names of Asia',
  'Amin, Ad Minh, Adi, Min, Aditya Min, Mod Lertsiri, Kin Wai, Supot, Mohd Amin, Staffan, Tea Moeun, Xu Wei, Wong Kar-wai, Ng, O, Pak Modin, Sutedja, Budi, Dato Moderno',
)
of(
  'signs and pictures',
  '…, 👨‍👩‍👧, Tom 🇺🇸, Sam ❤️, 🇩🇪 Jens, Dad 👨‍👦, ★ Ben ★, 🇦🇩, B@z, Ke$ha’s Dad, J@ke, 2Pop2Furious, M4rk, Ben 10',
)
