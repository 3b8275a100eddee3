/// The measurements of the screens that were built into the program before devices were moved to
/// files.
///
/// Layouts, references and fingerprints depend on these measurements, so they must never change.
enum RecordedScreens {
  /// One screen per line: id, pixels, points, ppi, corner radius, cut-out, safe area at the top and
  /// bottom; clock, widgets and controls of the lock screen; the start of content without widgets,
  /// below widgets and below a large clock, and its end; confidence, color space and year.
  static let upright = """
    iphone8 750 1334 375 667 326 0 none 20 0 50 154 178 234 617 178 250 - 601 measured Display-P3 2017
    iphone8plus 1080 1920 414 736 401 0 none 20 0 55 174 202 262 686 198 278 - 670 estimated Display-P3 2017
    iphonex 1125 2436 375 812 458 39 notch 44 34 87 201 230 288 704 225 304 - 688 bucketed Display-P3 2017
    iphonexr 828 1792 414 896 326 41.5 notch 48 34 101 221 250 310 785 245 326 - 769 bucketed Display-P3 2018
    iphonexs 1125 2436 375 812 458 39 notch 44 34 87 201 230 288 704 225 304 - 688 bucketed Display-P3 2018
    iphonexsmax 1242 2688 414 896 458 39 notch 44 34 101 221 250 314 788 245 330 - 772 bucketed Display-P3 2018
    iphone11 828 1792 414 896 326 41.5 notch 48 34 101 221 250 310 785 245 326 359 769 bucketed Display-P3 2019
    iphone11pro 1125 2436 375 812 458 39 notch 44 34 87 201 230 288 704 225 304 325 688 bucketed Display-P3 2019
    iphone11promax 1242 2688 414 896 458 39 notch 44 34 101 221 250 314 788 245 330 359 772 bucketed Display-P3 2019
    iphonese2 750 1334 375 667 326 0 none 20 0 50 154 178 234 617 178 250 267 601 measured Display-P3 2020
    iphone12mini 1080 2340 375 812 476 44 notch 50 34 87 201 229 287 704 225 303 325 688 bucketed Display-P3 2020
    iphone12 1170 2532 390 844 460 47.33 notch 47 34 87 201 230 288 736 225 304 338 720 measured Display-P3 2020
    iphone12pro 1170 2532 390 844 460 47.33 notch 47 34 87 201 230 288 736 225 304 338 720 measured Display-P3 2020
    iphone12promax 1284 2778 428 926 458 53.33 notch 47 34 101 221 250 310 818 245 326 371 802 bucketed Display-P3 2020
    iphone13mini 1080 2340 375 812 476 44 notch 50 34 87 201 229 287 704 225 303 325 688 bucketed Display-P3 2021
    iphone13 1170 2532 390 844 460 47.33 notch 47 34 87 201 230 288 736 225 304 338 720 measured Display-P3 2021
    iphone13pro 1170 2532 390 844 460 47.33 notch 47 34 87 201 230 288 736 225 304 338 720 measured Display-P3 2021
    iphone13promax 1284 2778 428 926 458 53.33 notch 47 34 101 221 250 310 818 245 326 371 802 bucketed Display-P3 2021
    iphonese3 750 1334 375 667 326 0 none 20 0 50 154 178 234 617 178 250 267 601 measured Display-P3 2022
    iphone14 1170 2532 390 844 460 47.33 notch 47 34 87 201 230 288 736 225 304 338 720 measured Display-P3 2022
    iphone14plus 1284 2778 428 926 458 53.33 notch 47 34 101 221 250 310 818 245 326 371 802 bucketed Display-P3 2022
    iphone14pro 1179 2556 393 852 460 55 dynamic-island 59 34 96 215 244 302 744 239 318 341 728 measured Display-P3 2022
    iphone14promax 1290 2796 430 932 460 55 dynamic-island 59 34 101 221 250 310 824 245 326 373 808 measured Display-P3 2022
    iphone15 1179 2556 393 852 460 55 dynamic-island 59 34 96 215 244 302 744 239 318 341 728 measured Display-P3 2023
    iphone15plus 1290 2796 430 932 460 55 dynamic-island 59 34 101 221 250 310 824 245 326 373 808 measured Display-P3 2023
    iphone15pro 1179 2556 393 852 460 55 dynamic-island 59 34 96 215 244 302 744 239 318 341 728 measured Display-P3 2023
    iphone15promax 1290 2796 430 932 460 55 dynamic-island 59 34 101 221 250 310 824 245 326 373 808 measured Display-P3 2023
    iphone16 1179 2556 393 852 460 55 dynamic-island 59 34 96 215 244 302 744 239 318 341 728 measured Display-P3 2024
    iphone16plus 1290 2796 430 932 460 55 dynamic-island 59 34 101 221 250 310 824 245 326 373 808 measured Display-P3 2024
    iphone16pro 1206 2622 402 874 460 62 dynamic-island 62 34 82 218 247 305 766 242 321 350 750 estimated Display-P3 2024
    iphone16promax 1320 2868 440 956 460 62 dynamic-island 62 34 104 224 253 313 848 248 329 383 832 estimated Display-P3 2024
    iphone16e 1170 2532 390 844 460 47.33 notch 47 34 87 201 230 288 736 225 304 338 720 measured Display-P3 2025
    iphone17 1206 2622 402 874 460 62 dynamic-island 62 34 82 218 247 305 766 242 321 350 750 estimated Display-P3 2025
    iphone17pro 1206 2622 402 874 460 62 dynamic-island 62 34 82 218 247 305 766 242 321 350 750 estimated Display-P3 2025
    iphone17promax 1320 2868 440 956 460 62 dynamic-island 62 34 104 224 253 313 848 248 329 383 832 estimated Display-P3 2025
    iphoneair 1260 2736 420 912 460 62 dynamic-island 68 34 107 227 256 314 804 251 330 365 788 estimated Display-P3 2025
    iphone17e 1170 2532 390 844 460 47.33 notch 47 34 87 201 230 288 736 225 304 338 720 estimated Display-P3 2026
    iphone18pro 1206 2622 402 874 460 62 dynamic-island 62 34 82 218 247 305 766 242 321 350 750 estimated Display-P3 2026
    iphone18promax 1320 2868 440 956 460 62 dynamic-island 62 34 104 224 253 313 848 248 329 383 832 estimated Display-P3 2026
    ipadmini6 1488 2266 744 1133 326 21.5 none 24 25 90 210 239 293 1025 234 309 - 1009 estimated Display-P3 2021
    ipad10 1640 2360 820 1180 264 25 none 24 25 90 210 239 302 1072 234 318 - 1056 estimated sRGB 2022
    ipadair11 1640 2360 820 1180 264 18 none 24 25 90 210 239 302 1072 234 318 - 1056 estimated Display-P3 2024
    ipadair13 2048 2732 1024 1366 264 18 none 24 25 108 234 263 323 1258 258 339 - 1242 estimated Display-P3 2024
    ipadpro11 1668 2420 834 1210 264 30 none 24 25 90 210 239 302 1102 234 318 - 1086 estimated Display-P3 2024
    ipadpro13 2064 2752 1032 1376 264 30 none 24 25 108 234 263 323 1268 258 339 - 1252 estimated Display-P3 2024
    """

  /// The iPads in landscape, one per line: id; clock, widgets and controls of the lock screen; the
  /// right edge of the widget column; the start of content without and below widgets, and its end.
  static let landscape = """
    ipadmini6 90 210 90 636 636 261 234 234 620
    ipad10 90 210 90 712 712 271 234 234 696
    ipadair11 90 210 90 712 712 271 234 234 696
    ipadair13 108 234 108 916 916 314 258 258 900
    ipadpro11 90 210 90 726 726 278 234 234 710
    ipadpro13 108 234 108 924 924 316 258 258 908
    """
}
