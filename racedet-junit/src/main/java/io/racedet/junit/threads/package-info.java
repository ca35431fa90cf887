/** The threads of one repetition: what they do, whether they are stuck, and what ended them. */
package io.racedet.junit.threads;
