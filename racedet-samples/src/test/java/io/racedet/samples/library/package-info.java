/** Released libraries and applications, instrumented and put under load by several threads. */
package io.racedet.samples.library;
