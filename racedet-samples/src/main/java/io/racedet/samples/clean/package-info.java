/** Programs without a data race, for which none must be reported; some of them have other bugs. */
package io.racedet.samples.clean;
