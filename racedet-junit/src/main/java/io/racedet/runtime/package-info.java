/**
 * What woven code calls. Lives on the boot class path, so it knows the JDK only: hooks, the
 * recorder's buffers, identity of objects, and the perturbation of schedules.
 */
package io.racedet.runtime;
