/** Released libraries and applications, instrumented and used by several threads. */
package io.racedet.samples.library;
