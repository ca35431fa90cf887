/**
 * What woven code calls: hooks, the buffers of the recorder, and the perturbation of schedules. Is
 * on the boot class path, so it depends on the JDK only.
 */
package io.racedet.runtime;
