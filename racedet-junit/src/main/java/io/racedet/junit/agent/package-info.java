/**
 * The agent: attaches itself, puts the hooks on the boot class path, and weaves classes when they
 * are loaded or retransformed. Internal: no type of this package is part of racedet's API.
 */
package io.racedet.junit.agent;
