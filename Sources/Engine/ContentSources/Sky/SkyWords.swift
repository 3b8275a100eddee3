/// The names of a sky's items in a language; languages without names use English.
package struct SkyWords: Sendable {
  private let words: [String]

  /// The languages with names, as BCP 47 tags.
  package static let languages = table.keys.sorted()

  /// Creates names for a BCP 47 tag; `nil` means English.
  package init(_ tag: String?) {
    let parts = (tag ?? "en").lowercased().split { $0 == "-" || $0 == "_" }.map(String.init)
    let isTraditional = parts.contains { ["hant", "tw", "hk", "mo"].contains($0) }
    let first = parts.first ?? "en"
    let name = first == "zh" && isTraditional ? "zh-Hant" : SkyWords.others[first] ?? first
    words = (SkyWords.table[name] ?? SkyWords.english).split(separator: "|").map(String.init)
  }

  /// A word; the raw value is its position in a row of the table.
  package enum Word: Int, CaseIterable, Sendable {
    case sunrise, sunset, daylight, dawn, dusk, noon, moonrise, moonset
    case newMoon, waxingCrescent, firstQuarter, waxingGibbous, fullMoon, waningGibbous, lastQuarter
    case waningCrescent
    case spring, summer, autumn, winter
    case polarDay, polarNight, sun, hours
  }

  /// Returns a word.
  package subscript(word: Word) -> String {
    words.indices.contains(word.rawValue) ? words[word.rawValue] : ""
  }

  /// Returns the name of a phase of the moon, 0 (new moon) to 7.
  func phase(_ number: Int) -> String {
    Word(rawValue: Word.newMoon.rawValue + number).map { self[$0] } ?? ""
  }

  /// Returns the name of a season, 0 (spring) to 3 (winter).
  func season(_ number: Int) -> String {
    Word(rawValue: Word.spring.rawValue + number % 4).map { self[$0] } ?? ""
  }

  /// Other codes of languages in the table.
  private static let others = ["no": "nb", "nn": "nb", "iw": "he", "in": "id"]

  private static let english =
    "Sunrise|Sunset|Daylight|Dawn|Dusk|Solar noon|Moonrise|Moonset|New moon|Waxing crescent|"
    + "First quarter|Waxing gibbous|Full moon|Waning gibbous|Last quarter|Waning crescent|"
    + "Spring|Summer|Autumn|Winter|Polar day|Polar night|Sun|h"

  private static let table = [
    "en": english,
    "ar":
      "الشروق|الغروب|طول النهار|الفجر|الغسق|الظهيرة|طلوع القمر|أفول القمر|محاق|هلال متزايد|"
      + "تربيع أول|أحدب متزايد|بدر|أحدب متناقص|تربيع أخير|هلال متناقص|الربيع|الصيف|الخريف|الشتاء|"
      + "نهار قطبي|ليل قطبي|الشمس|س",
    "cs":
      "Východ slunce|Západ slunce|Délka dne|Svítání|Soumrak|Sluneční poledne|Východ měsíce|"
      + "Západ měsíce|Nov|Dorůstající srpek|První čtvrť|Dorůstající měsíc|Úplněk|"
      + "Couvající měsíc|Poslední čtvrť|Couvající srpek|Jaro|Léto|Podzim|Zima|Polární den|"
      + "Polární noc|Slunce|h",
    "da":
      "Solopgang|Solnedgang|Dagslys|Daggry|Skumring|Sand middag|Måneopgang|Månenedgang|Nymåne|"
      + "Tiltagende månesegl|Første kvarter|Tiltagende måne|Fuldmåne|Aftagende måne|"
      + "Sidste kvarter|Aftagende månesegl|Forår|Sommer|Efterår|Vinter|Polardag|Polarnat|Sol|t",
    "de":
      "Sonnenaufgang|Sonnenuntergang|Tageslicht|Morgendämmerung|Abenddämmerung|Sonnenhöchststand|"
      + "Mondaufgang|Monduntergang|Neumond|Zunehmende Sichel|Erstes Viertel|Zunehmender Mond|"
      + "Vollmond|Abnehmender Mond|Letztes Viertel|Abnehmende Sichel|Frühling|Sommer|Herbst|"
      + "Winter|Polartag|Polarnacht|Sonne|Std.",
    "es":
      "Amanecer|Atardecer|Luz diurna|Alba|Crepúsculo|Mediodía solar|Salida de la luna|"
      + "Puesta de la luna|Luna nueva|Luna creciente|Cuarto creciente|Gibosa creciente|Luna llena|"
      + "Gibosa menguante|Cuarto menguante|Luna menguante|Primavera|Verano|Otoño|Invierno|"
      + "Día polar|Noche polar|Sol|h",
    "fi":
      "Auringonnousu|Auringonlasku|Päivän pituus|Aamuhämärä|Iltahämärä|Keskipäivä|Kuunnousu|"
      + "Kuunlasku|Uusikuu|Kasvava sirppi|Ensimmäinen neljännes|Kasvava kuu|Täysikuu|Vähenevä kuu|"
      + "Viimeinen neljännes|Vähenevä sirppi|Kevät|Kesä|Syksy|Talvi|Yötön yö|Kaamos|Aurinko|t",
    "fr":
      "Lever du soleil|Coucher du soleil|Durée du jour|Aube|Crépuscule|Midi solaire|"
      + "Lever de la lune|Coucher de la lune|Nouvelle lune|Premier croissant|Premier quartier|"
      + "Gibbeuse croissante|Pleine lune|Gibbeuse décroissante|Dernier quartier|Dernier croissant|"
      + "Printemps|Été|Automne|Hiver|Jour polaire|Nuit polaire|Soleil|h",
    "he":
      "זריחה|שקיעה|אור יום|שחר|דמדומים|צהרי היום|זריחת הירח|שקיעת הירח|מולד הירח|סהר מתמלא|"
      + "רבע ראשון|ירח מתמלא|ירח מלא|ירח מתמעט|רבע אחרון|סהר מתמעט|אביב|קיץ|סתיו|חורף|"
      + "יום קוטבי|לילה קוטבי|שמש|שע׳",
    "id":
      "Matahari terbit|Matahari terbenam|Lama siang|Fajar|Senja|Tengah hari|Bulan terbit|"
      + "Bulan terbenam|Bulan baru|Sabit awal|Kuartal pertama|Cembung awal|Purnama|Cembung akhir|"
      + "Kuartal akhir|Sabit akhir|Musim semi|Musim panas|Musim gugur|Musim dingin|Siang kutub|"
      + "Malam kutub|Matahari|jam",
    "it":
      "Alba|Tramonto|Luce diurna|Aurora|Crepuscolo|Mezzogiorno solare|Sorgere della luna|"
      + "Tramonto della luna|Luna nuova|Luna crescente|Primo quarto|Gibbosa crescente|Luna piena|"
      + "Gibbosa calante|Ultimo quarto|Luna calante|Primavera|Estate|Autunno|Inverno|"
      + "Giorno polare|Notte polare|Sole|h",
    "ja":
      "日の出|日の入り|昼の長さ|夜明け|日暮れ|南中|月の出|月の入り|新月|三日月|上弦の月|十三夜月|満月|"
      + "寝待月|下弦の月|有明月|春|夏|秋|冬|白夜|極夜|太陽|時間",
    "ko":
      "일출|일몰|낮 길이|새벽|해질녘|남중|월출|월몰|삭|초승달|상현달|차오르는 달|보름달|기우는 달|하현달|그믐달|"
      + "봄|여름|가을|겨울|백야|극야|태양|시간",
    "nb":
      "Soloppgang|Solnedgang|Dagslys|Daggry|Skumring|Sann middag|Måneoppgang|Månenedgang|Nymåne|"
      + "Voksende månesigd|Første kvarter|Voksende måne|Fullmåne|Minkende måne|Siste kvarter|"
      + "Minkende månesigd|Vår|Sommer|Høst|Vinter|Midnattssol|Mørketid|Sol|t",
    "nl":
      "Zonsopkomst|Zonsondergang|Daglicht|Ochtendschemering|Avondschemering|Ware middag|"
      + "Maansopkomst|Maansondergang|Nieuwe maan|Wassende sikkel|Eerste kwartier|Wassende maan|"
      + "Volle maan|Afnemende maan|Laatste kwartier|Afnemende sikkel|Lente|Zomer|Herfst|Winter|"
      + "Pooldag|Poolnacht|Zon|u",
    "pl":
      "Wschód słońca|Zachód słońca|Długość dnia|Świt|Zmierzch|Południe słoneczne|Wschód księżyca|"
      + "Zachód księżyca|Nów|Przybywający sierp|Pierwsza kwadra|Przybywający księżyc|Pełnia|"
      + "Ubywający księżyc|Ostatnia kwadra|Ubywający sierp|Wiosna|Lato|Jesień|Zima|Dzień polarny|"
      + "Noc polarna|Słońce|godz.",
    "pt":
      "Nascer do sol|Pôr do sol|Luz do dia|Alvorada|Crepúsculo|Meio-dia solar|Nascer da lua|"
      + "Pôr da lua|Lua nova|Lua crescente|Quarto crescente|Gibosa crescente|Lua cheia|"
      + "Gibosa minguante|Quarto minguante|Lua minguante|Primavera|Verão|Outono|Inverno|Dia polar|"
      + "Noite polar|Sol|h",
    "ru":
      "Восход|Закат|Долгота дня|Рассвет|Сумерки|Полдень|Восход луны|Заход луны|Новолуние|"
      + "Растущий серп|Первая четверть|Растущая луна|Полнолуние|Убывающая луна|"
      + "Последняя четверть|Убывающий серп|Весна|Лето|Осень|Зима|Полярный день|Полярная ночь|"
      + "Солнце|ч",
    "sv":
      "Soluppgång|Solnedgång|Dagsljus|Gryning|Skymning|Sann middag|Månuppgång|Månnedgång|Nymåne|"
      + "Tilltagande månskära|Första kvarteret|Tilltagande måne|Fullmåne|Avtagande måne|"
      + "Sista kvarteret|Avtagande månskära|Vår|Sommar|Höst|Vinter|Midnattssol|Polarnatt|Sol|tim",
    "tr":
      "Gün doğumu|Gün batımı|Gün uzunluğu|Şafak|Alacakaranlık|Güneş öğlesi|Ay doğumu|Ay batımı|"
      + "Yeni ay|Büyüyen hilal|İlk dördün|Büyüyen ay|Dolunay|Küçülen ay|Son dördün|Küçülen hilal|"
      + "İlkbahar|Yaz|Sonbahar|Kış|Kutup gündüzü|Kutup gecesi|Güneş|sa.",
    "uk":
      "Схід сонця|Захід сонця|Тривалість дня|Світанок|Сутінки|Полудень|Схід місяця|Захід місяця|"
      + "Новий місяць|Зростаючий серп|Перша чверть|Зростаючий місяць|Повний місяць|"
      + "Спадний місяць|Остання чверть|Спадний серп|Весна|Літо|Осінь|Зима|Полярний день|"
      + "Полярна ніч|Сонце|год",
    "zh":
      "日出|日落|白昼时长|黎明|黄昏|正午|月出|月落|新月|蛾眉月|上弦月|盈凸月|满月|亏凸月|下弦月|残月|"
      + "春季|夏季|秋季|冬季|极昼|极夜|太阳|小时",
    "zh-Hant":
      "日出|日落|白晝時長|黎明|黃昏|正午|月出|月落|新月|眉月|上弦月|盈凸月|滿月|虧凸月|下弦月|殘月|"
      + "春季|夏季|秋季|冬季|永晝|永夜|太陽|小時",
  ]
}
