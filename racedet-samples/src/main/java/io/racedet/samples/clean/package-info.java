/** Programs without a data race, to be left alone; some of them are wrong in other ways. */
package io.racedet.samples.clean;
